import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { appointmentOutcomeScreen } from '#islands/admin/resources/screens/appointment-outcomes.ts'
import { messageTemplateScreen } from '#islands/admin/resources/screens/message-templates.ts'
import { isFull } from '../../../amount.ts'
import { refusal } from '../../fake-api.ts'
import { settled, until } from '../../settled.ts'
import { openScreen } from './record-stage.tsx'

const more = test.runIf(isFull)

// It is fetched when it is first opened, which takes a busy machine long.
beforeAll(async () => {
  await import('#islands/admin/resources/RecordDialog.tsx')
})

const PREVIEW = ['POST admin/appointmentoutcomes/preview/']
const appointment = {
  id: 41,
  patient_name: 'Ada Rowe',
  type_name: 'Travel vaccination',
  start: '2026-08-05T08:00:00.000Z',
}

async function openEditor() {
  const stage = await openScreen([], '', appointmentOutcomeScreen)
  await stage.press('Add appointment outcome')
  await settled()
  const area = screen.getByLabelText<HTMLTextAreaElement>(/^Template/)
  return { ...stage, area }
}

async function chooseAppointment({ api, user }: Awaited<ReturnType<typeof openScreen>>) {
  await user.type(screen.getByRole('combobox', { name: 'Preview with an appointment' }), 'Rowe')
  await until(() => api.isWaiting('GET admin/appointments/'))
  await api.answered(['GET admin/appointments/'], () => ({ count: 1, results: [appointment] }))
  await user.click(screen.getByRole('option', { name: /^Ada Rowe, Travel vaccination/ }))
}

test('a chosen detail goes where the cursor is, and typing goes on after it', async () => {
  const { area, user, press } = await openEditor()
  await user.type(area, 'Dear , hello')
  area.setSelectionRange(5, 5)
  const names = screen.getByLabelText('Details you can insert')
  await user.selectOptions(names, 'Patient: First name')
  await press('Insert')
  expect(area.value).toBe('Dear {{ patient.first_name }}, hello')
  expect(document.activeElement).toBe(area)
  expect(area.selectionStart).toBe('Dear {{ patient.first_name }}'.length)
})

test('the template is previewed as it stands, and what is wrong with it is named by line', async () => {
  const stage = await openEditor()
  const { api, area, user, press } = stage
  await user.type(area, 'Dear patient')
  await chooseAppointment(stage)
  expect(api.sent.at(-1)).toMatchObject({
    key: PREVIEW[0],
    options: { body: { template_code: 'Dear patient', template_path: '', appointment_id: 41 } },
  })
  await api.answered(PREVIEW, () => ({ html: '<p>Dear patient</p>' }))
  expect(screen.getByRole('region', { name: 'Letter' }).textContent).toBe('Dear patient')
  await user.type(area, 'x')
  await press('Update the preview')
  await api.failed(PREVIEW, refusal('invalid', { fields: { template_code: ['Line 1: no.'] } }))
  expect(screen.getByText('Line 1: no.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Letter' })).toBeNull()
})

more(
  'a message is previewed with its event and subject, as mail programs show it and as plain text',
  async () => {
    const stage = await openScreen([], '', messageTemplateScreen)
    const { api, user, press } = stage
    await press('Add message template')
    await settled()
    const dialog = within(screen.getByRole('dialog'))
    await user.selectOptions(dialog.getByLabelText('Event'), 'Reminder')
    await user.type(screen.getByLabelText(/^Subject/), 'See you soon')
    const details = screen.getByLabelText('Details you can insert')
    await user.type(screen.getByLabelText(/^Text/), 'evil.example/a ')
    expect(
      dialog.getByText(
        'This message leads to another site: evil.example. Check that you trust it.',
      ),
    ).toBeTruthy()
    await user.type(screen.getByLabelText(/^Text/), 'other.example')
    expect(
      dialog.getByText(
        'This message leads to other sites: evil.example and other.example. Check that you trust them.',
      ),
    ).toBeTruthy()
    // Its lines are sentences, not code.
    expect(screen.getByLabelText(/^Text/).getAttribute('wrap')).toBeNull()
    await user.clear(screen.getByLabelText(/^Text/))
    expect(dialog.queryByText(/^This message leads to/)).toBeNull()
    await user.selectOptions(details, 'First name of the patient')
    await press('Insert')
    await chooseAppointment(stage)
    const key = 'POST admin/messagetemplates/preview/'
    expect(api.sent.at(-1)).toMatchObject({
      key,
      options: {
        body: {
          event: 'reminder',
          subject: 'See you soon',
          body: '{{ first_name }}',
          appointment_id: 41,
        },
      },
    })
    const html = '<p style="color:red">Ada</p>'
    await api.answered([key], () => ({ subject: 'See you soon', text: 'Ada', html }))
    const shown = within(screen.getByRole('region', { name: 'Message' }))
    expect(shown.getByText('See you soon')).toBeTruthy()
    expect(shown.getByText('Ada')).toBeTruthy()
    const frame = shown.getByTitle<HTMLIFrameElement>('As formatted text')
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
    expect(frame.srcdoc).toContain('Ada')
  },
)
