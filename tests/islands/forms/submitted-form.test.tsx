import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { CompletedForm } from '#islands/forms/completed/CompletedForm.tsx'
import { AppointmentForms } from '#islands/forms/of-appointment/AppointmentForms.tsx'
import type { FormAudience } from '#lib/forms/form-address.ts'
import { savedForm } from '../../machines/forms/form-samples.ts'
import { fakeApi } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

/* What stays after submitting: for the patient a receipt, for staff the answers. */

const CONSENT = 'The vaccine can cause a sore arm for a day.'

const submitted = {
  ...savedForm,
  id: 51,
  eform: {
    ...savedForm.eform,
    formDefinition: [
      { type: 'heading', id: 'about', label: 'About the vaccine' },
      { type: 'paragraph', id: 'risks', text: CONSENT },
      { type: 'checkbox', id: 'consent', label: 'I agree to be vaccinated' },
      { type: 'heading', id: 'nothing', label: 'A heading of nothing' },
    ],
  },
  saved_form_id: 31,
  alerts: [],
  may: ['amend'],
  submitted: '2026-08-03T10:19:00.000Z',
  submitted_by_name: 'Robin Staff',
  submitted_role: 'staff',
  replaces: null,
  replaced_by: null,
  reason: '',
  answers: { consent: true },
  patient: { full_name: 'Ada Guest', dob: null as string | null },
  appointment: {
    appointment_type_name: 'Flu vaccination',
    site_name: 'Northgate',
    start: '2026-08-06T09:00:00.000Z',
    end: '2026-08-06T09:10:00.000Z',
  },
}

async function openSubmitted(audience: FormAudience, form = submitted) {
  const api = fakeApi()
  render(<CompletedForm id={51} audience={audience} settings={settings} api={api.client} />)
  await settled()
  const of = audience === 'clinic' ? 'admin' : 'private'
  await api.answered([`GET ${of}/submittedforms/{id}/`], () => form)
}

describe('a submitted form', () => {
  test('says that it arrived, whose it is and for which appointment, and leads on', async () => {
    await openSubmitted('user')
    screen.getByText('Your form has been submitted')
    screen.getByText('Ada Guest')
    screen.getByText(/Flu vaccination, Thursday 6 August 2026, .*Northgate/)
    expect(document.body.textContent).toContain('Submitted by Robin Staff at 11:19am on Monday')
    expect(screen.getByRole('link', { name: 'Your appointment' }).getAttribute('href')).toBe(
      '/user/appointments?appointment=41',
    )
    expect(document.title).toContain(savedForm.eform.title)
  })

  test('promises to be read before the appointment only until it is over', async () => {
    const WORDS = /will read your answers before your appointment/
    const endingIn = (year: string) => ({
      ...submitted,
      appointment: { ...submitted.appointment, end: `${year}-08-06T09:10:00.000Z` },
    })
    await openSubmitted('user', endingIn('2199'))
    screen.getByText(WORDS)
    cleanup()
    await openSubmitted('user', endingIn('2020'))
    screen.getByText('Your form has been submitted')
    expect(screen.queryByText(WORDS)).toBeNull()
  })

  test('keeps the text that was consented to in its place, and no empty heading', async () => {
    await openSubmitted('user')
    screen.getByText('About the vaccine')
    const text = screen.getByText(CONSENT)
    const question = screen.getByText('I agree to be vaccinated')
    expect(text.compareDocumentPosition(question)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.queryByText('A heading of nothing')).toBeNull()
  })

  test('tells staff the date of birth, and confirms nothing to them', async () => {
    const form = { ...submitted, patient: { full_name: 'Ada Guest', dob: '1980-05-03' } }
    await openSubmitted('clinic', form)
    screen.getByText('3 May 1980')
    expect(screen.queryByText('Your form has been submitted')).toBeNull()
  })
})

test('the forms of a cancelled appointment are not to be filled in', async () => {
  const api = fakeApi()
  render(<AppointmentForms id={41} audience="user" settings={settings} api={api.client} />)
  await settled()
  await api.answered(['GET private/forms/{id}/'], () => ({
    appointment: {
      id: 41,
      status: 'cancelled',
      patient: { id: 1, full_name: 'Ada Guest' },
      appointment_type: { name: 'Flu vaccination' },
      site: { name: 'Northgate' },
      start: submitted.appointment.start,
      end: submitted.appointment.end,
    },
    due_forms: [],
    inprogress_forms: [{ ...savedForm, may: [] }],
    completed_forms: [],
    clinician_forms: [],
  }))
  screen.getByText('This appointment was cancelled. You do not need to fill in its forms.')
  expect(document.body.textContent).not.toContain('to fill in before you come')
})
