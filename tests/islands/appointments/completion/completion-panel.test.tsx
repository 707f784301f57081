import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { CompletionPanel } from '#islands/appointments/completion/CompletionPanel.tsx'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { CompletionDraft } from '#machines/appointments/appointment-action.machine.ts'
import { fakeApi, noAnswer } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { openPart } from '../../open-island.tsx'
import { sentTo } from '../../people/record/clinic-appointment.ts'
import { routineStart } from '../../vaccinations/vaccination-start.ts'

const held: Permission[] = [
  'clinic.view_appointment',
  'clinic.change_appointment',
  'clinic.add_appointment',
  'clinic.view_vaccinationhistory',
  'clinic.add_vaccinationhistory',
  'clinic.view_patientadvice',
  'eforms.view_clinicianform',
]

const eform = { id: 4, name: 'checks', title: 'Checks before a dose', version: 1, subversion: 0 }
const due = { kind: 'clinician', may_start: true, eform }
const forms = (...due_forms: object[]) => ({
  inprogress_forms: [],
  completed_forms: [],
  clinician_forms: [],
  due_forms,
})
const nothingGiven = { ...routineStart, results: [] }
const advice = (...texts: string[]) => ({
  count: texts.length,
  results: texts.map((advice_text, id) => ({ id, advice_text })),
})
const offered_outcomes = [{ id: 6, name: 'Vaccinated' }]

type Shown = {
  permissions?: Permission[]
  given?: Partial<ClinicAppointment>
  entered?: CompletionDraft | null
  refusedFields?: FieldErrors
  answers?: Record<string, () => unknown>
}

async function show(shown: Shown = {}) {
  const { permissions = held, given = {}, entered = null, refusedFields = {} } = shown
  const api = fakeApi({
    'GET admin/forms/{id}/': () => forms(due),
    'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': () => nothingGiven,
    'GET admin/patientadvices/': () => advice('Rest for a day'),
    ...shown.answers,
  })
  const on = { onOpen: vi.fn(), onComplete: vi.fn(), onLeave: vi.fn() }
  const appointment = sentTo(permissions, { offered_outcomes, ...given })
  await openPart(
    <CompletionPanel alert={null} {...{ appointment, entered, refusedFields, ...on }} />,
    { viewer: { permissions, staff_id: 3 } },
    api,
  )
  return { ...on, api }
}

const missing = () => allTexts('listitem', screen.getByRole('list', { name: 'Still missing' }))

test('a routine visit says what is missing, and what is chosen is no longer', async () => {
  const { onOpen, onComplete, api } = await show()
  expect(missing()).toEqual([
    'Checks before a dose: not started',
    'Vaccination: not recorded',
    'Outcome: none chosen',
  ])
  expect(screen.getByText('Rest for a day')).toBeTruthy()
  const { options } = api.sent.find(({ key }) => key === 'GET admin/patientadvices/') ?? {}
  expect(options).toMatchObject({ query: { patient_id: 9, appointment_id: 41 } })
  await userEvent.click(screen.getByLabelText('Vaccinated'))
  expect(missing()).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('Clinician’s notes (optional)'), 'Sore arm')
  await userEvent.click(screen.getByRole('button', { name: 'Record a vaccination' }))
  await userEvent.click(screen.getByRole('button', { name: 'Advice' }))
  expect(onOpen.mock.calls).toEqual([['vaccination'], ['advice']])
  await userEvent.click(screen.getByRole('button', { name: 'Complete appointment' }))
  const completion = { outcomeIds: [6], clinicianNotes: 'Sore arm', unfinishedReason: '' }
  expect(onComplete.mock.calls).toEqual([[completion]])
})

test('what was done is shown, with the day from which to book the next dose', async () => {
  await show({
    answers: {
      'GET admin/forms/{id}/': () => forms(),
      'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': () => routineStart,
    },
    given: { offered_outcomes: [] },
  })
  expect(screen.queryByText('Still missing')).toBeNull()
  expect(screen.getByText(/Influvac Tetra, Dose 2/)).toBeTruthy()
  const link = screen.getByRole('link', { name: /Book the next appointment/ })
  expect(link.getAttribute('href')).toBe('/clinic/appointment-planner?patient=9&from=2026-11-04')
})

test('a refusal for unfinished forms asks why, with everything as it was', async () => {
  const why = 'Enter why these are not finished: Checks before a dose'
  const entered = { outcomeIds: [6], clinicianNotes: 'Sore arm', unfinishedReason: '' }
  const { onComplete } = await show({ entered, refusedFields: { unfinished_forms_reason: [why] } })
  const reason = screen.getByLabelText('Why are these forms not finished?')
  expect(document.activeElement).toBe(reason)
  expect(screen.getByText(why)).toBeTruthy()
  await userEvent.type(reason, 'Done on paper')
  await userEvent.click(screen.getByRole('button', { name: 'Complete without these forms' }))
  expect(onComplete.mock.calls).toEqual([[{ ...entered, unfinishedReason: 'Done on paper' }]])
})

test('a part that cannot be read says so and leaves the others', async () => {
  await show({
    answers: {
      'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': () => {
        throw noAnswer
      },
    },
  })
  expect(screen.getByRole('alert').textContent).toContain('vaccinations')
  expect(missing()).toEqual(['Checks before a dose: not started', 'Outcome: none chosen'])
})

test('somebody who may only change appointments is offered notes and the press', async () => {
  await show({
    permissions: ['clinic.view_appointment', 'clinic.change_appointment'],
    given: { offered_outcomes: [] },
  })
  const names = allTexts('button')
  expect(names).toEqual(['Complete appointment', 'Back'])
})
