import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { announce } from '#islands/identity/tab-channel.ts'
import {
  clinicianForm,
  completedClinicianForm,
} from '../../machines/forms/clinician-form-samples.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { settled } from '../settled.ts'
import {
  AMEND_CLINICIAN,
  type ClinicianStage,
  openClinicianForm,
  PUT_CLINICIAN,
  READ_CLINICIAN,
  startClinicianForm,
} from './clinician-stage.tsx'
import { PAUSE } from './filling-stage.tsx'

/* A clinician form beside the patient's answers: filled in, completed with one button, amended. */

const text = () => document.body.textContent ?? ''
const completions = ({ api }: ClinicianStage) =>
  api.sent.filter(
    ({ key, options }) =>
      key === PUT_CLINICIAN[0] && (options['body'] as { complete?: boolean }).complete,
  )
const saved = (stage: ClinicianStage, revision = 4) =>
  stage.answer(PUT_CLINICIAN, () => ({ ...clinicianForm, revision }))
const completed = (stage: ClinicianStage) =>
  stage.answer(PUT_CLINICIAN, () => completedClinicianForm)

describe('opening', () => {
  test('shows alerts first, stops first of all, then all pages and the patient’s answers', async () => {
    await openClinicianForm()
    const [alerts] = screen.getAllByRole('list', { name: 'Alerts' })
    expect(allTexts('listitem', alerts as HTMLElement)).toEqual([
      'Stop: Allergic to eggs',
      'Earlier reaction',
    ])
    expect(allTexts('heading')).toEqual([
      'Clinician form',
      'Blood pressure reading',
      'First reading',
      'Advice',
      'What the patient told us',
      'Your consent to a flu vaccination',
      'Your health',
      'Your consent',
    ])
    expect(text()).toContain('A rash')
    expect(screen.getByLabelText<HTMLInputElement>('Upper').value).toBe('120')
  })

  test.each<[string, (stage: ClinicianStage) => Promise<void>, RegExp]>([
    ['signed out', (stage) => stage.fail(READ_CLINICIAN, refusal('not_signed_in')), /signed out/],
    ['no answer', (stage) => stage.fail(READ_CLINICIAN, noAnswer), /could not open the form/],
  ])('%s: it can be tried again', async (_, happens, text) => {
    const stage = await startClinicianForm()
    await happens(stage)
    expect(screen.getByRole('alert').textContent).toMatch(text)
    await stage.press('Try again')
    await stage.answer(READ_CLINICIAN, () => clinicianForm)
    screen.getByLabelText('Upper')
  })

  test('one that nobody finds, or that may not be seen, says so', async () => {
    const stage = await startClinicianForm()
    await stage.fail(READ_CLINICIAN, refusal('not_allowed'))
    expect(screen.getByRole('alert').textContent).toMatch(/could not find this form/)
  })

  test('one that may not be changed is shown, with the reason', async () => {
    await openClinicianForm({ may: [] })
    expect(text()).toContain('You can read this form but not change it.')
    expect(screen.queryByLabelText('Upper')).toBeNull()
    expect(text()).toContain('120')
  })
})

describe('completing', () => {
  test('saves what was typed a moment ago, and completes it with one press', async () => {
    const stage = await openClinicianForm()
    await stage.type('Upper', '190')
    expect(text()).toContain('Upper reading of 180 or more')
    await stage.press('Complete the form')
    expect(stage.sent()).toEqual({ answers: { upper: '190' }, revision: 3 })
    await saved(stage)
    expect(stage.sent()).toEqual({ revision: 4, complete: true, reason: '' })
    await stage.press('Completing')
    await completed(stage)
    expect(completions(stage)).toHaveLength(1)
    expect(screen.queryByLabelText('Upper')).toBeNull()
    const heading = screen.getByRole('heading', { name: 'Blood pressure reading' })
    expect(document.activeElement).toBe(heading)
    expect(text()).toMatch(/Completed by Rosa Whitfield/)
    screen.getByRole('button', { name: 'Amend' })
  })

  test('completes at once what is saved', async () => {
    const stage = await openClinicianForm()
    await stage.press('Complete the form')
    expect(stage.sent()).toEqual({ revision: 3, complete: true, reason: '' })
    await completed(stage)
    screen.getByRole('button', { name: 'Amend' })
  })

  test('says what is missing, and sends nothing', async () => {
    const stage = await openClinicianForm({ answers: {} })
    await stage.press('Complete the form')
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    expect(document.activeElement).toBe(summary)
    expect(within(summary).getByRole('link').textContent).toContain('Upper: ')
    expect(stage.sent()).toBeUndefined()
  })

  test('says what the server refused, and takes it once it is changed', async () => {
    const stage = await openClinicianForm()
    await stage.press('Complete the form')
    const fields = { 'answers.upper': ['Enter 300 or less'] }
    await stage.fail(PUT_CLINICIAN, refusal('invalid', { fields }))
    expect(text()).toContain('Enter 300 or less')
    await stage.type('Upper', '130')
    await stage.press('Complete the form')
    await saved(stage)
    await completed(stage)
    expect(completions(stage)).toHaveLength(2)
  })

  test('waits where nothing can be saved, and says that it is not completed', async () => {
    const stage = await openClinicianForm()
    await stage.type('Upper', '130')
    await stage.happens('offline')
    await stage.press('Complete the form')
    await stage.fail(PUT_CLINICIAN, unsent)
    expect(text()).toContain('The form is not completed yet.')
    expect(completions(stage)).toHaveLength(0)
    await stage.happens('online')
    await saved(stage)
    await stage.press('Complete the form')
    await stage.fail(PUT_CLINICIAN, unsent)
    expect(text()).toContain('You are offline. The form is not completed yet.')
    await stage.press('Complete the form')
    await completed(stage)
    screen.getByRole('button', { name: 'Amend' })
  })

  test('signed out meanwhile, it goes on after signing in', async () => {
    const stage = await openClinicianForm()
    await stage.type('Upper', '130')
    await settled(PAUSE)
    await stage.fail(PUT_CLINICIAN, refusal('not_signed_in'))
    expect(text()).toContain('You are signed out. Sign in to save your answers.')
    announce({ type: 'signed-in', person: 'c0ffee00-0000-4000-8000-000000000001' })
    await settled(50)
    await saved(stage)
    expect(text()).toContain('Saved at')
  })

  test('without an answer it is sent again, or looked up once the connection is back', async () => {
    const stage = await openClinicianForm()
    await stage.press('Complete the form')
    await stage.fail(PUT_CLINICIAN, noAnswer)
    expect(text()).toContain('we do not know if the form is completed')
    await stage.press('Complete the form')
    await stage.fail(PUT_CLINICIAN, noAnswer)
    await stage.happens('online')
    await stage.answer(READ_CLINICIAN, () => completedClinicianForm)
    expect(completions(stage)).toHaveLength(2)
    screen.getByRole('button', { name: 'Amend' })
  })

  test('what a colleague saved meanwhile is asked about, and nothing is lost', async () => {
    const stage = await openClinicianForm()
    await stage.type('Upper', '130')
    await stage.press('Complete the form')
    await stage.fail(PUT_CLINICIAN, refusal('stale'))
    await stage.answer(READ_CLINICIAN, () => ({
      ...clinicianForm,
      revision: 8,
      saved_by_name: 'Sam Idris',
      answers: { upper: '140' },
    }))
    screen.getByRole('heading', { name: /also filled in somewhere else/ })
    expect(text()).toContain('Sam Idris saved other answers')
    await stage.press('Keep these answers')
    expect(stage.sent()).toEqual({ answers: { upper: '130' }, revision: 8 })
    await saved(stage, 9)
    await stage.press('Complete the form')
    expect(stage.sent()).toEqual({ revision: 9, complete: true, reason: '' })
  })

  test('what a colleague completed meanwhile is shown', async () => {
    const stage = await openClinicianForm()
    await stage.type('Upper', '130')
    await settled(PAUSE)
    await stage.fail(PUT_CLINICIAN, refusal('conflict'))
    await stage.answer(READ_CLINICIAN, () => completedClinicianForm)
    screen.getByRole('button', { name: 'Amend' })
  })
})

describe('a completed form', () => {
  test('is amended with a reason, and lists its versions', async () => {
    const stage = await openClinicianForm(completedClinicianForm)
    expect(screen.queryByLabelText('Upper')).toBeNull()
    await stage.press('Amend')
    expect(stage.api.sent.at(-1)?.options['body']).toEqual({
      appointment_id: 41,
      eform_id: 8,
      amends: 71,
    })
    const draft = {
      ...completedClinicianForm,
      is_draft: true,
      amends: 71,
      revision: 6,
      may: ['change', 'submit'],
    }
    await stage.answer(AMEND_CLINICIAN, () => draft)
    await stage.answer(READ_CLINICIAN, () => draft)
    expect(document.activeElement?.textContent).toBe('Blood pressure reading')
    await stage.type('Upper', '125')
    await stage.press('Complete the amendment')
    expect(text()).toContain('Enter why the answers change')
    expect(stage.sent()).toBeUndefined()
    await stage.type('Why do the answers change?', 'Misread')
    await stage.press('Complete the amendment')
    await saved(stage, 7)
    expect(stage.sent()).toEqual({ revision: 7, complete: true, reason: 'Misread' })
    const { versions } = completedClinicianForm
    const amendment = { submitted_by_name: 'Sam Idris', reason: 'Misread' }
    await stage.answer(PUT_CLINICIAN, () => ({
      ...completedClinicianForm,
      status: 'amended',
      versions: [{ id: 72, submitted: '2026-08-03T09:40:00.000Z', ...amendment }, ...versions],
    }))
    expect(text()).toMatch(/Amended by Sam Idris.*Why: Misread.*Completed by Rosa Whitfield/)
  })

  test('that somebody amended meanwhile says so', async () => {
    const stage = await openClinicianForm(completedClinicianForm)
    await stage.press('Amend')
    await stage.fail(
      AMEND_CLINICIAN,
      refusal('stale', { detail: 'This form has been changed since.' }),
    )
    expect(screen.getByRole('alert').textContent).toBe('This form has been changed since.')
  })

  test('cannot be amended by who may only read it', async () => {
    await openClinicianForm({ ...completedClinicianForm, may: [] })
    expect(screen.queryByRole('button', { name: 'Amend' })).toBeNull()
  })
})
