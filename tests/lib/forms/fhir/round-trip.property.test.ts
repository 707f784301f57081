import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEMO_FORMS } from '#demo/data/eforms.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { exportQuestionnaire } from '#lib/forms/fhir/export-questionnaire.ts'
import { importQuestionnaire } from '#lib/forms/fhir/import-questionnaire.ts'
import { runs } from '../../../amount.ts'
import { anyForm, anyWholeForm } from '../any-form.ts'
import { brokenInvariants } from './questionnaire-invariants.ts'
import { problemsOfResource } from './validate-resource.ts'

const timeZone = 'Europe/London'
const form = {
  name: 'Travel',
  title: 'Your trip',
  description: 'Before',
  version: '2.1',
}
const exported = (items: readonly FormItem[]) =>
  exportQuestionnaire(form, items, { url: 'https://clinic.test/forms/1', timeZone })

const readAgain = (items: readonly FormItem[]) =>
  importQuestionnaire(JSON.parse(JSON.stringify(exported(items).questionnaire)), timeZone)

test('a form that is exported and imported is the same form', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        anyForm.map(({ items }) => items),
        anyWholeForm,
      ),
      (items) => {
        expect(readAgain(items)).toMatchObject({
          name: 'Travel',
          title: 'Your trip',
          description: 'Before',
          items,
        })
      },
    ),
  )
})

test('what is exported passes an R4 validator', () => {
  fc.assert(
    fc.property(anyWholeForm, (items) => {
      const { questionnaire } = exported(items)
      expect(problemsOfResource(questionnaire)).toEqual([])
      expect(brokenInvariants(questionnaire)).toEqual([])
    }),
    { numRuns: runs(20, 60) },
  )
})

test.each(DEMO_FORMS)('“$name” comes back as it was', ({ items }) => {
  expect(readAgain(items)).toMatchObject({ items })
  expect(problemsOfResource(exported(items).questionnaire)).toEqual([])
})

test('words that are empty are left out, as R4 has no empty text', () => {
  const items: FormItem[] = [
    { type: 'text', id: 'a', label: 'Anything else?' },
    { type: 'paragraph', id: 'b', text: '' },
  ]
  const { questionnaire } = exported(items)
  expect(questionnaire['item']).toEqual([
    expect.objectContaining({ linkId: 'a' }),
    { linkId: 'b', type: 'display' },
  ])
  expect(readAgain(items)).toMatchObject({ items })
})
