import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { VaccinationChangeDialog } from '#islands/vaccinations/change/VaccinationChangeDialog.tsx'
import { vaccinationChangeMachine } from '#machines/vaccinations/vaccination-change.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  changedDose,
  correctedDose,
  EXPIRED_THEN,
  MISTYPED,
  STALE,
  vaccinationChangeCatalogue,
} from '../../machines/vaccinations/vaccination-change.catalogue.ts'
import { givenDose, sameDay } from '../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { openPart } from '../open-island.tsx'
import { settled } from '../settled.ts'
import { start } from './vaccination-start.ts'

const READ = ['GET admin/vaccinationhistories/{id}/']
const CORRECT = ['PUT admin/vaccinationhistories/{id}/']
const MARK = ['DELETE admin/vaccinationhistories/{id}/']

async function open(kind: 'correct' | 'enteredInError' = 'correct') {
  const onClose = vi.fn()
  const stage = await openPart(<VaccinationChangeDialog {...{ kind, start, onClose }} id={71} />)
  const answerRead = async (record: object = givenDose) => {
    await stage.api.answered(READ, () => record)
  }
  return { ...stage, answerRead, onClose }
}
type Stage = Awaited<ReturnType<typeof open>>

const REASON = 'Why do you correct it?'

async function submit({ type, press }: Stage) {
  await type('Batch number', 'FL132')
  await type(REASON, MISTYPED)
  await press('Save correction')
}

const personDoes: Record<string, (stage: Stage) => unknown> = {
  'reading.retried': ({ press }) => press('Try again'),
  'change.submitted': submit,
  'warnings.confirmed': ({ press }) => press('Save anyway'),
  'warnings.left': ({ press }) => press('Change it'),
  'changing.retried': ({ press }) => press('Try again'),
}

const answers: Record<string, (stage: Stage, isReading: boolean) => unknown> = {
  read: ({ answerRead }) => answerRead(),
  notFound: ({ api }) => api.fail(READ, refusal('not_found')),
  notAllowed: ({ api }) => api.fail(READ, refusal('not_allowed')),
  changed: ({ api }) => api.answer(CORRECT, () => changedDose),
  stale: ({ api }) => api.fail(CORRECT, refusal('stale', { detail: STALE })),
  warned: ({ api }) =>
    api.fail(CORRECT, refusal('invalid', { fields: { confirmed_warnings: [sameDay.text] } })),
  refused: ({ api }) =>
    api.fail(CORRECT, refusal('invalid', { fields: { expiry_date: [EXPIRED_THEN] } })),
  error: ({ api }, isReading) => api.fail(isReading ? READ : CORRECT, noAnswer),
}

async function drive(stage: Stage, { type, actorId, output }: Happening) {
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  if (actorId) await answers[kind]?.(stage, actorId === 'readVaccination')
  else await personDoes[type]?.(stage)
  await settled()
}

const alerts = () => allTexts('alert').join(' ')

const screens: Record<string, (stage: Stage) => void> = {
  // After somebody was quicker, the form stays in sight while it is read again.
  reading: () =>
    expect(
      screen.queryByText('Looking up the record') ?? screen.queryByLabelText(REASON),
    ).toBeTruthy(),
  readFailed: () => expect(alerts()).toMatch(/could not load this record/),
  editing: () => expect(screen.getByRole('button', { name: 'Save correction' })).toBeTruthy(),
  changing: ({ api }) => {
    expect(screen.getByRole('button', { name: 'Saving' })).toBeTruthy()
    const { reason, batch_number } = correctedDose
    expect(api.sent.at(-1)?.options).toMatchObject({ body: { reason, batch_number, version: 1 } })
  },
  confirming: () => expect(alerts()).toContain(sameDay.text),
  unanswered: () => expect(alerts()).toMatch(/do not know if the record was changed/),
  changed: ({ onClose }) => expect(onClose).toHaveBeenCalledOnce(),
  notFound: () => expect(alerts()).toMatch(/no longer exists/),
  notAllowed: () => expect(alerts()).toMatch(/do not have permission/),
}

describeScreens('every way through correcting a vaccination', {
  paths: longWalks(vaccinationChangeMachine, {
    events: happenings(vaccinationChangeCatalogue),
    distinguish: ({ record, change }: SnapshotFrom<typeof vaccinationChangeMachine>['context']) => [
      record !== null,
      change !== null,
    ],
  }),
  open: () => open(),
  drive,
  screens,
})

test('somebody else was quicker: what they changed is shown and stays, and so does what was typed', async () => {
  const stage = await open()
  await stage.answerRead()
  await submit(stage)
  await stage.api.failed(CORRECT, refusal('stale', { detail: STALE }))
  await stage.answerRead(changedDose)
  expect(alerts()).toContain('Samir Okafor changed this record')
  expect(within(screen.getByRole('alert')).getByText('Dose number: 2 → 1')).toBeTruthy()
  expect((screen.getByLabelText('Batch number') as HTMLInputElement).value).toBe('FL132')
  await stage.press('Save correction')
  expect(stage.api.sent.at(-1)?.options).toMatchObject({
    body: { version: 2, batch_number: 'FL132', dose_number: 1 },
  })
})

test('a correction sends what it does not ask as it is on file', async () => {
  const stage = await open()
  await stage.answerRead()
  await submit(stage)
  expect(stage.api.sent.at(-1)?.options).toEqual({
    params: { id: 71 },
    body: { ...correctedDose, version: 1, confirmed_warnings: [] },
  })
})

test('a record is marked as entered in error with a reason', async () => {
  const stage = await open('enteredInError')
  await stage.answerRead()
  await stage.press('Mark as entered in error')
  expect(screen.getByText('Enter a reason')).toBeTruthy()
  await stage.type('Why is it wrong?', 'Another patient')
  await stage.press('Mark as entered in error')
  expect(stage.api.sent.at(-1)).toEqual({
    key: MARK[0],
    options: { params: { id: 71 }, body: { version: 1, reason: 'Another patient' } },
  })
})
