import { cleanup, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { EnteredPatient } from '#islands/people/patient-choice/NewPatientForm.tsx'
import { PatientChoice } from '#islands/people/patient-choice/PatientChoice.tsx'
import { newPatientMachine } from '#machines/people/new-patient.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import {
  ada,
  adaEntered,
  likelyAda,
  newPatientCatalogue,
} from '../../../machines/people/new-patient.catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { NOW } from '../../booking/booking-stage.tsx'
import { describeScreens } from '../../describe-screens.ts'
import { noAnswer, refusal } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { openPart } from '../../open-island.tsx'
import { settled } from '../../settled.ts'

const CHECK = ['POST admin/check-duplicate-user/']
const CREATE = ['POST admin/users/']

async function openForm(entered: EnteredPatient = { current: null }) {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const onChosen = vi.fn()
  const stage = await openPart(<PatientChoice {...{ canCreate: true, entered, onChosen }} />)
  if (entered.current === null) await stage.press('Add a new patient')
  return { ...stage, onChosen }
}
type Stage = Awaited<ReturnType<typeof openForm>>

const typed = { 'First name': 'Ada', 'Last name': 'Rowe', Day: '27', Month: '3', Year: '1984' }

async function fillIn({ user }: Stage) {
  for (const [label, text] of Object.entries(typed)) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.click(field)
    await user.paste(text)
  }
}

const REFUSED = refusal('invalid', { fields: { dob: ['Date of birth must be in the past'] } })
const unknown = ({ api }: Stage) =>
  api.answered(CHECK, () => ({ is_duplicate: false, duplicates: [] }))
const answers: Record<string, (stage: Stage) => unknown> = {
  duplicates: ({ api }) =>
    api.answered(CHECK, () => ({ is_duplicate: true, duplicates: [likelyAda] })),
  created: async (stage) => {
    if (stage.api.isWaiting(...CHECK)) await unknown(stage)
    expect(stage.api.sent.at(-1)).toEqual({ key: CREATE[0], options: { body: adaEntered } })
    await stage.api.answered(CREATE, () => ada)
  },
  refused: ({ api }) => api.failed(api.isWaiting(...CHECK) ? CHECK : CREATE, REFUSED),
  error: ({ api }) => api.failed(api.isWaiting(...CHECK) ? CHECK : CREATE, noAnswer),
}

const rejectDuplicates = ({ press }: Stage) => press('No, save as a new patient')

async function enter(stage: Stage) {
  await fillIn(stage)
  await stage.press('Save patient')
  expect(stage.api.sent.at(-1)).toEqual({ key: CHECK[0], options: { body: adaEntered } })
}

async function drive(stage: Stage, { type, actorId, output }: Happening) {
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  if (actorId) await answers[kind]?.(stage)
  else if (type === 'request.reset') await stage.press('Close')
  else if (screen.queryByRole('dialog')) await rejectDuplicates(stage)
  else await enter(stage)
  await settled()
}

const form = () => screen.queryByRole('heading', { name: 'New patient' })
const isForm = () => {
  expect(form()).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save patient' })).toBeTruthy()
}
const isSafe = () => {
  expect(screen.getByRole('alert').textContent).toMatch(/still here/)
  expect((screen.getByLabelText('First name') as HTMLInputElement).value).toBe('Ada')
}

const screens: Record<string, (stage: Stage) => void> = {
  'ready.idle': isForm,
  'ready.refused': () => {
    isForm()
    expect(screen.getAllByText('Date of birth must be in the past')).toHaveLength(2)
  },
  'ready.unanswered': isSafe,
  sending: () => expect(screen.getByRole('button', { name: 'Checking' })).toBeTruthy(),
  'ready.duplicates': () => {
    const dialog = within(screen.getByRole('dialog', { name: 'Is it one of these patients?' }))
    expect(
      dialog.getByText(/born 27.March 1984, NHS number 943 476 5919, 07700 900982/),
    ).toBeTruthy()
    expect(dialog.getByText('Match 80%. Same name. Same date of birth.')).toBeTruthy()
  },
  created: ({ onChosen }) =>
    expect(onChosen).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(ada), false),
}

describeScreens('every way through entering a new patient', {
  paths: longWalks(newPatientMachine, { events: happenings(newPatientCatalogue) }),
  open: () => openForm(),
  drive,
  screens,
})

test('a form that is left gives way to the search', async () => {
  const { press, onChosen } = await openForm()
  await press('Search again')
  expect(form()).toBeNull()
  expect(screen.getByRole('combobox', { name: 'Find a patient' })).toBeTruthy()
  expect(onChosen).not.toHaveBeenCalled()
})

test.each([
  ['refused', REFUSED, () => screens['ready.refused']],
  ['not answered', noAnswer, () => isSafe],
])('a creation that is %s after the check is said in the form', async (_, failure, shown) => {
  const stage = await openForm()
  await enter(stage)
  await unknown(stage)
  await stage.api.failed(CREATE, failure)
  shown()?.(stage)
})

test('what is missing is said beside its field and above, and nothing is sent', async () => {
  const { api, press } = await openForm()
  await press('Save patient')
  const summary = screen.getByRole('region', { name: 'There is a problem' })
  expect(allTexts('link', summary)).toEqual([
    'Enter the first name',
    'Enter the last name',
    'Enter the date of birth',
  ])
  expect(api.sent).toEqual([])
})

test('whoever turned to somebody on file finds what they entered when they come back', async () => {
  const entered: EnteredPatient = { current: null }
  const stage = await openForm(entered)
  await enter(stage)
  await answers['duplicates']?.(stage)
  await stage.press('Choose Ada Rowe')
  expect(stage.onChosen).toHaveBeenCalledOnce()
  cleanup()
  const again = await openForm(entered)
  expect((screen.getByLabelText('Last name') as HTMLInputElement).value).toBe('Rowe')
  await again.press('Save patient')
  await answers['created']?.(again)
  expect(entered.current).toBeNull()
})
