import { expect, test } from 'vitest'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { exportQuestionnaire } from '#lib/forms/fhir/export-questionnaire.ts'
import {
  type ImportedQuestionnaire,
  importQuestionnaire,
} from '#lib/forms/fhir/import-questionnaire.ts'

/* What a form and FHIR say of answers that stand alone, and of boxes that are not ticked. */

const timeZone = 'Europe/London'
const address = 'http://hl7.org/fhir/StructureDefinition/questionnaire-optionExclusive'
const exclusive = [{ url: address, valueBoolean: true }]
const option = (code: string, more: object = {}) => ({ valueCoding: { code }, ...more })
function imported(...item: object[]): ImportedQuestionnaire {
  const json = { resourceType: 'Questionnaire', status: 'draft', item }
  const read = importQuestionnaire(json, timeZone)
  if ('problem' in read) throw new Error(read.problem)
  return read
}
const plans = (...answerOption: object[]) => ({
  linkId: 'plans',
  text: 'Plans',
  type: 'choice',
  repeats: true,
  answerOption,
})

test('an option that excludes the others does so in other programs, and comes back', () => {
  const items: FormItem[] = [
    {
      type: 'checkboxes',
      id: 'plans',
      label: 'Plans',
      options: [
        { value: 'work', label: 'Work' },
        { value: 'none', label: 'None of these', exclusive: true },
      ],
    },
  ]
  const form = { name: 'Travel', title: '', description: '', version: null }
  const { questionnaire } = exportQuestionnaire(form, items, { url: null, timeZone })
  expect(questionnaire).toMatchObject({
    item: [{ answerOption: [{ valueCoding: { code: 'work' } }, { extension: exclusive }] }],
  })
  const { items: read, report } = imported(
    plans(option('work'), option('none', { extension: exclusive })),
  )
  expect(read).toMatchObject([{ options: [{ value: 'work' }, { value: 'none', exclusive: true }] }])
  expect(report.filter(({ path }) => path.includes('extension'))).toEqual([])
})

test('a form begins with no answers that exclude each other, and says so', () => {
  const begun = { initialSelected: true }
  const { items, report } = imported(
    plans(option('work', begun), option('none', { ...begun, extension: exclusive })),
  )
  expect(items[0]).not.toHaveProperty('initial')
  expect(report.map(({ message }) => message)).toContain(
    'It begins with answers that exclude each other.',
  )
})

test('a condition on a box that is not ticked is reported', () => {
  const box = {
    linkId: 'agree',
    text: 'I agree',
    type: 'boolean',
    extension: [{ url: 'urn:carelane:form-kind', valueCode: 'checkbox' }],
  }
  const why = {
    linkId: 'why',
    text: 'Why not?',
    type: 'string',
    enableWhen: [{ question: 'agree', operator: '=', answerBoolean: false }],
  }
  const { items, report } = imported(box, why)
  expect(items[0]).toMatchObject({ type: 'checkbox' })
  expect(report.map(({ message }) => message).join()).toMatch(
    /a form cannot ask if a box is not ticked/,
  )
})
