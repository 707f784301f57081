import { expect, test } from 'vitest'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import { formDefinition } from '#lib/contract/forms/form-definition.ts'
import { exportResponse } from '#lib/forms/fhir/export-response.ts'
import { problemsOfResource } from './validate-resource.ts'

const items = formDefinition.parse([
  { type: 'page', id: 'health', label: 'Your health' },
  {
    type: 'radio',
    id: 'eggs',
    label: 'Eggs?',
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
  },
  {
    type: 'text',
    id: 'reaction',
    label: 'Which?',
    show_when: { conditions: [{ item: 'eggs', operator: 'is', value: 'yes' }] },
  },
  { type: 'number', id: 'weight', label: 'Weight', unit: 'kg' },
  { type: 'number', id: 'days', label: 'Days', step: 1 },
  { type: 'datetime', id: 'last', label: 'Last dose' },
  { type: 'checkboxes', id: 'plans', label: 'Plans', options: ['city', 'sea'], other: 'Else' },
  {
    type: 'group',
    id: 'medicines',
    label: 'Medicines',
    items: [{ type: 'text', id: 'name', label: 'Name' }],
  },
  { type: 'file', id: 'record', label: 'Record' },
  { type: 'signature', id: 'sign', label: 'Sign' },
])
const file = {
  id: '0b1f3f7e-0d5e-4a9c-9a25-3a1c2f0c7c11',
  name: 'a.pdf',
  type: 'application/pdf',
  bytes: 12,
}
const answers: Answers = {
  eggs: 'no',
  reaction: 'A rash, typed before the answer changed',
  weight: 70.5,
  days: 3,
  last: '2026-08-06T09:30',
  plans: ['sea', 'Diving'],
  medicines: [{ name: 'Ramipril' }, { name: 'Metformin' }],
  record: [file],
  sign: { name: 'Ada Byron', signed_on: '2026-08-06' },
}
const context = {
  id: '7',
  questionnaire: 'https://clinic.test/forms/1|2.0',
  status: 'completed' as const,
  authored: '2026-08-06T08:30:00.000Z',
  author: { display: 'Ada Byron' },
  subject: { display: 'Ada Byron' },
  timeZone: 'Europe/London',
  fileAddress: (id: string) => `https://clinic.test/files/${id}/`,
}

test('answers travel by their type, in the structure of the questionnaire', () => {
  const response = exportResponse({ items, answers, on: '2026-08-06' }, context)
  expect(problemsOfResource(response)).toEqual([])
  expect(response['item']).toEqual([
    {
      linkId: 'health',
      text: 'Your health',
      item: [
        { linkId: 'eggs', text: 'Eggs?', answer: [{ valueBoolean: false }] },
        {
          linkId: 'weight',
          text: 'Weight',
          answer: [
            {
              valueQuantity: {
                value: 70.5,
                unit: 'kg',
                system: 'http://unitsofmeasure.org',
                code: 'kg',
              },
            },
          ],
        },
        { linkId: 'days', text: 'Days', answer: [{ valueInteger: 3 }] },
        {
          linkId: 'last',
          text: 'Last dose',
          answer: [{ valueDateTime: '2026-08-06T08:30:00.000Z' }],
        },
        {
          linkId: 'plans',
          text: 'Plans',
          answer: [{ valueCoding: { code: 'sea', display: 'sea' } }, { valueString: 'Diving' }],
        },
        {
          linkId: 'medicines',
          text: 'Medicines',
          item: [{ linkId: 'name', text: 'Name', answer: [{ valueString: 'Ramipril' }] }],
        },
        {
          linkId: 'medicines',
          text: 'Medicines',
          item: [{ linkId: 'name', text: 'Name', answer: [{ valueString: 'Metformin' }] }],
        },
        {
          linkId: 'record',
          text: 'Record',
          answer: [
            {
              valueAttachment: {
                contentType: 'application/pdf',
                title: 'a.pdf',
                size: 12,
                url: `https://clinic.test/files/${file.id}/`,
              },
            },
          ],
        },
        {
          linkId: 'sign',
          text: 'Sign',
          answer: [
            {
              valueAttachment: {
                contentType: 'text/plain',
                title: 'Signed by Ada Byron',
                creation: '2026-08-06',
              },
            },
          ],
        },
      ],
    },
  ])
})

test('whose it is stays out where the reader may not know', () => {
  const response = exportResponse(
    { items, answers: {}, on: '2026-08-06' },
    { ...context, subject: null },
  )
  expect(response).not.toHaveProperty('subject')
  expect(response).not.toHaveProperty('item')
  expect(problemsOfResource(response)).toEqual([])
})

test('what cannot be read is said to be absent', () => {
  const wrong = { sign: { name: 'Ada', signed_on: 'banana' }, medicines: 'Ramipril', days: 3 }
  const response = exportResponse({ items, answers: wrong, on: '2026-08-06' }, context)
  expect(problemsOfResource(response)).toEqual([])
  const url = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'
  const extension = [{ url, valueCode: 'error' }]
  expect(response['item']).toMatchObject([
    {
      linkId: 'health',
      item: [{ linkId: 'days' }, { linkId: 'medicines', extension }, { linkId: 'sign', extension }],
    },
  ])
})
