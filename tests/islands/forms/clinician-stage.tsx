import { fireEvent } from '@testing-library/react'
import { vi } from 'vitest'
import { ClinicianFormPage } from '#islands/forms/clinician/ClinicianFormPage.tsx'
import { TYPING_PAUSE_MS } from '#islands/forms/use-filled-form.ts'
import type {
  ClinicAppointmentForms,
  ClinicianForm,
  SubmittedForm,
} from '#lib/contract/forms/filled-forms.ts'
import { clinicianForm } from '../../machines/forms/clinician-form-samples.ts'
import { savedForm } from '../../machines/forms/form-samples.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { openIsland } from '../open-island.tsx'
import { booked } from '../people/record/clinic-appointment.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

export const READ_CLINICIAN = ['GET admin/clinicianforms/{id}/']
export const PUT_CLINICIAN = ['PUT admin/clinicianforms/{id}/']
export const AMEND_CLINICIAN = ['POST admin/clinicianforms/']
const FORMS = ['GET admin/forms/{id}/']
const SUBMITTED = ['GET admin/submittedforms/{id}/']

const submitted: SubmittedForm = {
  id: 51,
  url: '',
  appointment_id: 41,
  may: [],
  eform: savedForm.eform,
  saved_form_id: 31,
  kind: 'patient',
  alerts: [
    { item: 'reaction', level: 'warning', text: 'Earlier reaction', advice: '' },
    { item: 'eggs', level: 'stop', text: 'Allergic to eggs', advice: 'Call us.' },
  ],
  submitted: '2026-08-02T08:40:00.000Z',
  submitted_by_name: 'Ada Byron',
  submitted_role: 'patient',
  replaces: null,
  replaced_by: null,
  reason: '',
  answers: { eggs: 'yes', reaction: 'A rash' },
  on: '2026-08-02',
  site_telephone: '',
  patient: { full_name: 'Ada Byron', dob: '1980-05-03' },
  appointment: {
    appointment_type_name: 'Flu vaccination',
    site_name: 'Northgate',
    start: '2026-08-06T09:00:00.000Z',
    end: '2026-08-06T09:10:00.000Z',
  },
}

const appointmentForms: ClinicAppointmentForms = {
  appointment: { ...booked, forms: { due: 0, in_progress: 0, submitted: 1, alerts: [] } },
  inprogress_forms: [],
  completed_forms: [submitted],
  clinician_forms: [],
  due_forms: [],
}

/** The real page in front of an API that waits; the form is not open yet. */
export async function startClinicianForm() {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const navigation = { assign: vi.fn(), replace: vi.fn() }
  const stage = await openIsland((api) => (
    <ClinicianFormPage id={clinicianForm.id} {...{ settings, api, navigation }} />
  ))
  const { api } = stage
  return {
    ...stage,
    type: async (label: string, text: string) => {
      await stage.type(label, text)
      await settled(TYPING_PAUSE_MS)
    },
    answer: api.answered,
    fail: api.failed,
    happens: async (name: 'online' | 'offline') => {
      fireEvent(window, new Event(name))
      await settled()
    },
    sent: () => api.sent.findLast(({ key }) => key === PUT_CLINICIAN[0])?.options['body'],
  }
}

/** With what the patient submitted. */
export async function openClinicianForm(form: Partial<ClinicianForm> = {}) {
  const stage = await startClinicianForm()
  await stage.answer(READ_CLINICIAN, () => ({ ...clinicianForm, ...form }))
  await stage.answer(FORMS, () => appointmentForms)
  await stage.answer(SUBMITTED, () => submitted)
  return stage
}

export type ClinicianStage = Awaited<ReturnType<typeof openClinicianForm>>
