import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { vaccinationRecordScreen } from '#islands/admin/resources/screens/vaccination-records.tsx'
import { vaccinationBulkUpdateMachine } from '#machines/vaccinations/vaccination-bulk-update.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  batchUpdate,
  CHANGED_SINCE,
  NO_LONGER,
  vaccinationBulkUpdateCatalogue,
} from '../../machines/vaccinations/vaccination-bulk-update.catalogue.ts'
import { givenDose } from '../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { openScreen } from '../admin/resources/record-stage.tsx'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled, until } from '../settled.ts'

const BULK = ['PUT admin/vaccinationhistories/bulk-update/']
const FIELDS = ['GET admin/vaccinationhistories/fields/']
const PRODUCTS = ['GET admin/vaccineproducts/']

const ofGrace = {
  ...givenDose,
  id: 72,
  version: 3,
  patient_id: 12,
  patient_name: 'Grace Moss',
  appointment_id: null,
}

async function openAll() {
  const stage = await openScreen([givenDose, ofGrace], '', vaccinationRecordScreen)
  await stage.press('Change all that match')
  await until(() => screen.queryByRole('dialog') !== null)
  return stage
}
type Stage = Awaited<ReturnType<typeof openAll>>

async function answerFields({ api }: Stage) {
  if (!api.isWaiting(...FIELDS)) return
  api.answer(FIELDS, () => ({
    results: [{ field: 'batch_number', label: 'Batch number', type: 'text', choices: [] }],
  }))
  await api.answered(PRODUCTS, () => ({ count: 0, results: [] }))
}

async function preview(stage: Stage) {
  await answerFields(stage)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Batch number' })
  if (!box.checked) await stage.user.click(box)
  await stage.type('New batch number', batchUpdate.set.batch_number)
  await stage.type('Why do you change them?', batchUpdate.reason)
  await stage.press('Preview the changes')
}

const personDoes: Record<string, (stage: Stage) => unknown> = {
  'gathering.retried': ({ press }) => press('Try again'),
  'preview.requested': preview,
  'refused.excluded': ({ press }) => press('Leave it out'),
  'update.reopened': ({ press }) => press('Back'),
  'update.confirmed': ({ press }) => press(/^Change \d records?$/),
}

async function drive(stage: Stage, { type, actorId, output }: Happening) {
  const { api, LIST } = stage
  const result = output as { kind: string } | undefined
  const key = actorId === 'gatherVaccinations' ? LIST : BULK
  if (!actorId) await personDoes[type]?.(stage)
  else if (!result) api.fail(key, noAnswer)
  else if (result.kind === 'refused') api.fail(key, refusal('not_allowed', { detail: NO_LONGER }))
  else if (result.kind === 'tooMany') api.answer(LIST, () => ({ count: 5_001, results: [] }))
  else if (result.kind === 'gathered') await stage.answerList()
  else api.answer(BULK, () => result)
  await settled()
}

const sentLast = ({ api }: Stage) => api.sent.filter(({ key }) => BULK.includes(key)).at(-1)

const dialog = () => within(screen.getByRole('dialog'))
const screens: Record<string, (stage: Stage) => unknown> = {
  gathering: () => expect(dialog().getByText('Looking up the records')).toBeTruthy(),
  gatherFailed: () => expect(dialog().getByText(/could not load the records/)).toBeTruthy(),
  tooMany: () => expect(dialog().getByText(/More than 5,000 records match/)).toBeTruthy(),
  'choosing.ready': async (stage) => {
    await answerFields(stage)
    expect(dialog().getByRole('button', { name: 'Preview the changes' })).toBeTruthy()
  },
  'choosing.failed': () => expect(dialog().getByText(/Nothing has been changed/)).toBeTruthy(),
  previewing: (stage) =>
    expect(sentLast(stage)?.options).toMatchObject({ body: { ...batchUpdate, preview: true } }),
  previewed: () => {
    const refused = dialog().queryByRole('listitem')
    expect(document.activeElement?.textContent).toBe(
      refused ? '1 record cannot be changed, so nothing will change' : '2 records will change',
    )
    if (refused) expect(refused.textContent).toContain(CHANGED_SINCE)
  },
  applying: (stage) =>
    expect(sentLast(stage)?.options).toMatchObject({
      body: {
        ...batchUpdate,
        records: expect.arrayContaining([{ id: 71, version: 1 }]),
        preview: false,
      },
    }),
  done: ({ api, LIST }) => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('2 records changed.')).toBeTruthy()
    expect(api.isWaiting(...LIST)).toBe(true)
  },
  unanswered: () => expect(dialog().getByText(/all records were changed or none/)).toBeTruthy(),
}

describeScreens('every way through changing many vaccination records', {
  paths: longWalks(vaccinationBulkUpdateMachine, {
    events: happenings(vaccinationBulkUpdateCatalogue),
    distinguish: ({
      records,
      answer,
    }: SnapshotFrom<typeof vaccinationBulkUpdateMachine>['context']) => [
      records.length,
      answer?.refused.length,
    ],
  }),
  open: () => openAll(),
  drive,
  screens,
})

test('a row leads to the record, and to its appointment where it has one', async () => {
  await openScreen([givenDose, ofGrace], '', vaccinationRecordScreen)
  const links = screen.getAllByRole('link', { name: /: open Influvac Tetra/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/clinic/record-details?appointment_id=41',
    '/clinic/record-details?patient_id=12',
  ])
  expect(screen.getAllByRole('button', { name: /^Show/ })).toHaveLength(1)
})
