import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { ClinicRecord } from '#islands/records/record/ClinicRecord.tsx'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { PatientAllergies, PatientRecord } from '#lib/contract/records/patient-records.ts'
import { clinician } from '../../../machines/identity/login.catalogue.ts'
import { givenDose } from '../../../machines/vaccinations/vaccination-recording.catalogue.ts'
import { noAnswer, refusal } from '../../fake-api.ts'
import { openIsland } from '../../open-island.tsx'
import { booked, sentTo } from '../../people/record/clinic-appointment.ts'
import { settings } from '../../public-settings.ts'
import { showQueriesAtOnce } from '../../queries-at-once.ts'
import { start } from '../../vaccinations/vaccination-start.ts'

beforeEach(showQueriesAtOnce)

const READ = ['GET admin/appointments/{id}/']
const OTHERS = ['GET admin/appointments/']
const VACCINATIONS = ['GET admin/vaccinationhistories/get-vaccination-history-by-appointment/']
const CANCELLED = ['GET admin/cancelled-appointments/']

function show(
  permissions: Permission[] = ['clinic.view_appointment'],
  shown: { appointmentId?: number | null; patientId?: number | null } = {},
) {
  const viewer = { ...clinician, permissions }
  return openIsland((api) => (
    <ClinicRecord
      {...{ appointmentId: 41, patientId: null, ...shown }}
      {...{ viewer, settings, api }}
    />
  ))
}

const page = (...results: ClinicAppointment[]) => ({ count: results.length, results })

it('shows what is on file, and what else the patient has', async () => {
  const { api } = await show()
  await api.answered(READ, () => sentTo([], {}))
  expect(screen.getByText('Ada Byron')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Open in the schedule' }).getAttribute('href')).toBe(
    '/clinic/schedule/staff/3/2026/08/05',
  )
  expect(screen.queryByRole('link', { name: 'History' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Complete' })).toBeNull()
  await api.answered(OTHERS, ({ query }) => {
    expect(query).toMatchObject({ patient_id: 9, ordering: '-start' })
    return page(booked, { ...booked, id: 40, status: 'did_not_attend' })
  })
  await api.answered(CANCELLED, () => page({ ...booked, id: 39, status: 'cancelled' }))
  const others = within(screen.getByRole('region', { name: 'Other appointments' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    '/clinic/record-details?appointment_id=40',
    '/clinic/record-details?appointment_id=39',
  ])
  expect(others.getByText(/did not attend/)).toBeDefined()
})

it('a long record begins with the latest, and shows what is earlier', async () => {
  const { api } = await show(['clinic.view_appointment', 'clinic.view_vaccinationhistory'], {
    appointmentId: null,
    patientId: 9,
  })
  const visits = Array.from({ length: 30 }, (_, place) => ({ ...booked, id: 100 + place }))
  await api.answered(OTHERS, () => ({ count: 30, results: visits.slice(0, 25) }))
  const others = within(screen.getByRole('region', { name: 'Appointments' }))
  expect(others.getByText('The latest 25 of 30 appointments.')).toBeDefined()
  await userEvent.click(others.getByRole('button', { name: 'Show earlier appointments' }))
  await api.answered(OTHERS, () => page(...visits))
  expect(others.getAllByRole('link')).toHaveLength(30)
  expect(document.activeElement).toBe(others.getAllByRole('link')[25])
  const doses = Array.from({ length: 12 }, (_, place) => ({ ...givenDose, id: 12 - place }))
  await api.answered(VACCINATIONS, () => ({ ...start, count: 12, results: doses }))
  const vaccinations = within(screen.getByRole('region', { name: 'Vaccinations' }))
  await userEvent.click(vaccinations.getByRole('button', { name: 'Show 2 earlier vaccinations' }))
  const eleventh = vaccinations.getAllByRole('heading', { level: 3 })[10]
  expect(document.activeElement).toBe(eleventh?.closest('li'))
})

it('is completed where it stands, and then shows what became of it', async () => {
  const held: Permission[] = ['clinic.view_appointment', 'clinic.change_appointment']
  const { api } = await show(held)
  await api.answered(READ, () => sentTo(held, {}))
  await userEvent.click(screen.getByRole('button', { name: 'Complete' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Complete appointment' }))
  await api.answered(['PUT admin/appointments/{id}/complete_appointment/'], () =>
    sentTo(held, {
      status: 'completed',
      completed_on: '2026-08-05T09:00:00.000Z',
      completed_by_name: 'Samir Okafor',
    }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByText(/Completed, .* by Samir Okafor/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Complete' })).toBeNull()
})

it('says why there is nothing to see, and asks again', async () => {
  const { api } = await show()
  await api.failed(READ, noAnswer)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await api.failed(READ, refusal('not_allowed'))
  expect(screen.getByRole('alert').textContent).toContain('You do not have permission')
})

const RECORD = ['GET admin/patient-records/{id}/']
const SAVE = ['PUT admin/patient-records/{id}/allergies/']
const notAsked: PatientAllergies = {
  items: [],
  none_known: false,
  stated: null,
  stated_by_name: '',
  version: 4,
}
const record: PatientRecord = {
  patient: {
    id: 9,
    full_name: 'Ada Byron',
    dob: '1990-02-28',
    nhs_number: '9434765919',
    mobile: '',
    email: '',
    is_deceased: false,
  },
  allergies: notAsked,
  alerts: [],
  next_appointment: null,
  may: { change_allergies: true },
}

async function showPatient(more: Permission[] = []) {
  const shown = await show(['clinic.view_user', ...more], { appointmentId: null, patientId: 9 })
  await shown.api.answered(RECORD, () => record)
  return shown
}

it('tells a patient nobody has asked from one without allergies, and says so who and when', async () => {
  const { api } = await showPatient()
  const patient = within(screen.getByRole('region', { name: 'Patient' }))
  expect(patient.getByText('Not asked yet')).toBeDefined()
  expect(patient.getByText(/NHS number 943 476 5919/)).toBeDefined()
  await userEvent.click(patient.getByRole('button', { name: 'Change allergies' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save allergies' }))
  expect(dialog.getByRole('alert').textContent).toContain('Add an allergy, or choose')
  await userEvent.click(dialog.getByLabelText('No known allergies'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save allergies' }))
  await api.answered(SAVE, ({ body }) => {
    expect(body).toEqual({ version: 4, allergy_ids: [], none_known: true })
    return {
      ...notAsked,
      none_known: true,
      stated: '2026-08-05T09:00:00Z',
      stated_by_name: 'Rosa Whitfield',
      version: 5,
    }
  })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(patient.getByText(/No known allergies/).textContent).toMatch(
    /Rosa Whitfield, Wednesday 5\sAugust 2026/,
  )
})

it('speaks of the allergies of a patient, not of who asks', async () => {
  const { api } = await show(['clinic.view_user'], { appointmentId: null, patientId: 9 })
  const allergies = { ...notAsked, items: [{ id: 3, name: 'Latex' }] }
  await api.answered(RECORD, () => ({ ...record, allergies }))
  await userEvent.click(screen.getByRole('button', { name: 'Change allergies' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('list', { name: 'Known allergies' }).textContent).toContain('Latex')
  expect(dialog.queryByText(/tell your clinician/)).toBeNull()
})

it('keeps what was chosen where somebody else changed the details', async () => {
  const { api } = await showPatient()
  await userEvent.click(screen.getByRole('button', { name: 'Change allergies' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByLabelText('No known allergies'))
  await userEvent.click(dialog.getByRole('button', { name: 'Save allergies' }))
  await api.failed(SAVE, refusal('stale'))
  expect(dialog.getByRole('alert').textContent).toContain('Someone has changed these details')
  expect(dialog.getByLabelText<HTMLInputElement>('No known allergies').checked).toBe(true)
})

it('the timeline is filtered and turned', async () => {
  const { api } = await showPatient()
  const TIMELINE = ['GET admin/patient-records/{id}/timeline/']
  const entry = {
    kind: 'vaccination',
    id: 3,
    at: '2026-08-05T09:00:00Z',
    title: 'Flu vaccine',
    detail: 'Given',
    appointment_id: 41,
  } as const
  await api.answered(TIMELINE, () => ({ count: 30, results: [entry] }))
  const link = screen.getByRole('link', { name: 'Flu vaccine' })
  expect(link.getAttribute('href')).toBe('/clinic/record-details?appointment_id=41')
  await userEvent.click(screen.getByRole('button', { name: 'Older' }))
  await api.answered(TIMELINE, ({ query }) => {
    expect(query).toMatchObject({ page: 2 })
    return { count: 30, results: [{ ...entry, id: 4, title: 'Typhoid vaccine' }] }
  })
  expect(screen.getByText('Page 2 of 2')).toBeDefined()
  await userEvent.selectOptions(screen.getByLabelText('Show'), 'Forms')
  await api.answered(TIMELINE, ({ query }) => {
    expect(query).toMatchObject({ page: 1, kind: 'form' })
    return { count: 0, results: [] }
  })
  expect(screen.getByText('Nothing is recorded here yet.')).toBeDefined()
})

it('messages say where they went, or why not, and what staff added', async () => {
  const { api } = await showPatient(['clinic.view_appointment', 'clinic.view_other_appointments'])
  const MESSAGES = ['GET admin/patient-records/{id}/messages/']
  const message = {
    id: 1,
    event: 'cancelled',
    at: '2026-08-05T08:00:00Z',
    channel: null,
    recipient: '',
    subject: '',
    sentence: '',
    note: '',
    appointment: { id: 41, start: '2026-08-06T08:00:00Z', service: 'Flu jab' },
  } as const
  const subject = 'Your appointment is cancelled'
  const sent = { id: 2, state: 'sent', channel: 'email', recipient: 'ada@example.test', subject }
  await api.answered(MESSAGES, () => ({
    count: 30,
    results: [
      { ...message, ...sent, sentence: 'Sorry\n\nPlease ring us.' },
      { ...message, id: 3, state: 'failed', note: 'No such person' },
      { ...message, id: 4, state: 'dropped', note: 'Staff chose not to tell the patient.' },
      { ...message, id: 5, state: 'waiting' },
    ],
  }))
  const section = within(screen.getByRole('region', { name: 'Messages' }))
  const [first, ...others] = section.getAllByRole('listitem').map(({ textContent }) => textContent)
  const at = '9am on Wednesday 5\u00a0August 2026'
  expect(first).toBe(`${subject}Email to ada@example.test, sent ${at}SorryPlease ring us.`)
  const title = 'Appointment cancelled: Flu jab, 9am on Thursday 6\u00a0August 2026'
  expect(others).toEqual([
    `${title}Failed, ${at}: No such person`,
    `${title}Not sent, ${at}: Staff chose not to tell the patient.`,
    `${title}Waiting to be sent, ${at}`,
  ])
  expect(section.getByRole('link', { name: subject }).getAttribute('href')).toBe(
    '/clinic/record-details?appointment_id=41',
  )
  await userEvent.click(section.getByRole('button', { name: 'Older' }))
  await api.answered(MESSAGES, ({ query }) => {
    expect(query).toMatchObject({ page: 2 })
    return { count: 30, results: [] }
  })
  expect(section.getByText('Page 2 of 2')).toBeDefined()
})

it('offers the FHIR export only to those who may see all of the record', async () => {
  const needed: Permission[] = [
    'clinic.export_patientrecord',
    'clinic.view_user',
    'clinic.view_appointment',
    'clinic.view_other_appointments',
    'clinic.view_vaccinationhistory',
    'eforms.view_submittedform',
    'eforms.view_clinicianform',
    'eforms.view_other_forms',
  ]
  await show(needed.slice(0, -1), { appointmentId: null, patientId: 9 })
  expect(screen.queryByRole('link', { name: 'Export as FHIR' })).toBeNull()
  cleanup()
  await show(needed, { appointmentId: null, patientId: 9 })
  const link = screen.getByRole('link', { name: 'Export as FHIR' })
  expect(link.getAttribute('href')).toBe('/api/admin/patient-records/9/fhir/')
})
