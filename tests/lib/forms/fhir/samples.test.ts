import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { exportQuestionnaire } from '#lib/forms/fhir/export-questionnaire.ts'
import {
  type ImportedQuestionnaire,
  importQuestionnaire,
} from '#lib/forms/fhir/import-questionnaire.ts'
import { problemsOfResource } from './validate-resource.ts'

const folder = new URL('./samples/', import.meta.url)
const samples = readdirSync(folder).filter((name) => name.endsWith('.json'))
const timeZone = 'Europe/London'

function imported(name: string): ImportedQuestionnaire {
  const json = JSON.parse(readFileSync(new URL(name, folder), 'utf8'))
  const read = importQuestionnaire(json, timeZone)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

describe.each(samples)('%s', (name) => {
  test('becomes a form, which is the same after it was exported', () => {
    const { items, title } = imported(name)
    const form = { name: title || 'Form', title, description: '', version: '1.0' }
    const url = 'https://clinic.test/api/admin/eforms/1/questionnaire/'
    const { questionnaire } = exportQuestionnaire(form, items, { url, timeZone })
    expect(problemsOfResource(questionnaire)).toEqual([])
    expect(importQuestionnaire(questionnaire, timeZone)).toMatchObject({ items })
  })
})

test('the PHQ-9 keeps its options from the contained list, with their scores', () => {
  const { items, report } = imported('sdc-phq-9.json')
  const choices = items.filter((item) => item.type === 'radio')
  expect(choices).toHaveLength(9)
  expect(choices[0]?.options).toEqual([
    { value: 'not-at-all', label: 'Not at all', score: 0 },
    { value: 'Several-days', label: 'Several days', score: 1 },
    { value: 'More than half the days', label: 'More than half the days', score: 2 },
    { value: 'Nearly every day', label: 'Nearly every day', score: 4 },
  ])
  expect(report.filter(({ kind }) => kind === 'unsafe')).toEqual([
    expect.objectContaining({
      item: 'Patient health questionnaire 9 item total score',
      message: expect.stringMatching(/^An expression calculated it. .* 9 earlier questions/),
    }),
  ])
  expect(items.at(-1)).toMatchObject({ calculation: 'score', of: choices.map(({ id }) => id) })
})

test('the GAD-7 keeps its numbers, its order, its scores and their total', () => {
  const { items } = imported('gad-7.json')
  expect(items[1]).toEqual({
    type: 'radio',
    id: 'q-69725-0',
    label: '1. Feeling nervous, anxious or on edge',
    required: true,
    options: [
      { value: 'LA6568-5', label: 'Not at all', score: 0 },
      { value: 'LA6569-3', label: 'Several days', score: 1 },
      { value: 'LA6570-1', label: 'More than half the days', score: 2 },
      { value: 'LA6571-9', label: 'Nearly every day', score: 3 },
    ],
  })
  expect(items.at(-1)).toEqual({
    type: 'calculated',
    id: 'q-70274-6',
    label: 'GAD-7 total score',
    calculation: 'score',
    of: items.filter(({ type }) => type === 'radio').map(({ id }) => id),
  })
})

test('a total whose scores are not in the file stays a question', () => {
  const { items } = imported('sdc-item-weight.json')
  const total = items.find((item) => 'label' in item && item.label === 'Total Score:')
  expect(total).toMatchObject({ type: 'number' })
})

test('the Glasgow coma scale has its contained lists', () => {
  const { items } = imported('r4-glasgow-coma-scale.json')
  const options = items.flatMap((item) => (item.type === 'radio' ? [item.options.length] : []))
  expect(options).toEqual([5, 6, 4])
})

test('the family health portrait repeats family members, and says what is asked only once', () => {
  const { items, report } = imported('sdc-family-health-portrait.json')
  const groups = items.filter((item) => item.type === 'group')
  expect(groups.map(({ label }) => label)).toContain('Family member health information')
  const once = report.filter(({ message }) => message.includes('asked once in each entry'))
  expect(once.map(({ item }) => item)).toEqual([
    expect.stringMatching(/^This family member's history/),
  ])
})

test('conditions follow their questions, and those that a form cannot say are named', () => {
  const { items, report } = imported('sdc-enable-when.json')
  expect(items.find(({ id }) => id === 'BOWOPTOTH')).toMatchObject({
    show_when: { match: 'any', conditions: [{ item: 'BC029', operator: 'includes', value: '9' }] },
  })
  const unsafe = report.filter(({ kind, path }) => kind === 'unsafe' && path.includes('enableWhen'))
  expect(unsafe.map(({ item }) => item)).toEqual([
    'Group visible when Yes selected',
    'Group visible when Yes/No',
    'Group visible when value < 2.2',
    'Group visible when valuw >= 2.2',
    'If Time Greater Than 11:11:11',
    'If Time Less Than 11:11:11',
  ])
})
