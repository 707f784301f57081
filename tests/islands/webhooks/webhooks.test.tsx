import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { webhookDeliveryScreen } from '#islands/admin/resources/screens/webhook-deliveries.tsx'
import { webhookScreen } from '#islands/admin/resources/screens/webhooks.tsx'
import { isFull } from '../../amount.ts'
import { openScreen } from '../admin/resources/record-stage.tsx'
import { noAnswer, refusal } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { settled, until } from '../settled.ts'

const more = test.runIf(isFull)

const SECRET = ['POST admin/webhooks/{id}/secret/']
const TEST = ['POST admin/webhooks/{id}/test/']
const AGAIN = ['POST admin/webhookdeliveries/{id}/try-again/']
const ONE = ['GET admin/webhooks/{id}/']

const webhook = {
  id: 7,
  version: 1,
  url: 'https://x/7/',
  name: 'Practice system',
  address: 'https://practice.example.org/webhooks',
  events: ['appointment.booked', 'appointment.cancelled'],
  is_active: true,
  secret_made: null as string | null,
}
const withSecret = { ...webhook, secret_made: '2026-08-06T09:30:00Z' }
const delivery = {
  id: 12,
  uuid: '3f0e7a34-7c8f-4f0e-9f4e-0c6a4f2f7a11',
  webhook_id: 7,
  webhook_name: 'Practice system',
  event: 'appointment.booked',
  occurred: '2026-08-06T09:30:00Z',
  state: 'failed',
  attempts: 8,
  due: null,
  sent: null,
  status_code: 503,
  note: '503 Closed',
  appointment_id: 41,
  vaccination_id: null,
}

const isOpen = (name: string) => () => screen.queryByRole('dialog', { name }) !== null
const dialog = () => screen.getByRole('dialog')
const cells = () => screen.getAllByRole('row').map((row) => allTexts('cell', row))

/** Opens the record, and one of its tools. */
async function openTool(record: typeof webhook, tool: string) {
  const stage = await openScreen([record], '', webhookScreen)
  await stage.press(/^Practice system/)
  await until(isOpen('Change webhook'))
  await stage.api.answered(ONE, () => record)
  await stage.press(tool)
  await until(isOpen(tool))
  return stage
}

test('adding one asks for its events, and then for its secret', async () => {
  const { api, press, type, user } = await openScreen([], '', webhookScreen)
  await press('Add webhook')
  await until(isOpen('Add webhook'))
  await press('Save')
  const problems = within(screen.getByRole('region', { name: 'There is a problem' }))
  expect(problems.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Enter the name',
    'Enter the address',
    'Choose the events',
  ])
  await type('Name', webhook.name)
  await type('Address', webhook.address)
  await user.click(screen.getByRole('checkbox', { name: 'Appointment cancelled' }))
  await user.click(screen.getByRole('checkbox', { name: 'Appointment booked' }))
  await press('Save')
  expect(api.sent.at(-1)).toMatchObject({
    key: 'POST admin/webhooks/',
    options: { body: { events: webhook.events, is_active: true } },
  })
  await api.answered(['POST admin/webhooks/'], () => webhook)
  await until(isOpen('Signing secret'))
  expect(dialog().textContent).toContain('Nothing is sent before you have made one.')
  await press('Not now')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the list says what a webhook is told, and where one has no secret yet', async () => {
  await openScreen([webhook, { ...withSecret, id: 8, is_active: false }], '', webhookScreen)
  const [, first = [], second = []] = cells()
  expect(first.join('|')).toContain('Appointment booked, Appointment cancelled|Yes|None yet')
  expect(second.join('|')).toMatch(/No\|6.August.2026, 10:30am/)
  expect(
    screen.getAllByRole('link', { name: /^Deliveries/ }).map((link) => link.getAttribute('href')),
  ).toEqual(['/admin/webhook-deliveries?webhook_id=7', '/admin/webhook-deliveries?webhook_id=8'])
})

test('a secret is shown once, and gone with the dialog', async () => {
  const { api, press } = await openTool(withSecret, 'Signing secret')
  expect(dialog().textContent).toContain('The present one also signs for 24 hours')
  await press('Make a secret')
  expect(api.sent.at(-1)?.options).toEqual({ params: { id: 7 } })
  await api.answered(SECRET, () => ({ secret: 'whsec_c2VjcmV0', made: '2026-08-07T09:30:00Z' }))
  expect(dialog().textContent).toContain('We cannot show it again.')
  expect(document.activeElement?.textContent).toContain('whsec_c2VjcmV0')
  await press('I have copied it')
  expect(document.body.textContent).not.toContain('whsec_c2VjcmV0')
})

test('a double click makes one secret: the one before still signs', async () => {
  const { api, press } = await openTool(withSecret, 'Signing secret')
  const make = screen.getByRole('button', { name: 'Make a secret' })
  act(() => {
    make.click()
    make.click()
  })
  await settled()
  const sent = () => api.sent.filter(({ key }) => key === SECRET[0])
  expect(sent()).toHaveLength(1)
  await api.failed(SECRET, noAnswer)
  await press('Make a secret')
  expect(sent()).toHaveLength(2)
})

test('a secret that was not copied is not closed away without a question', async () => {
  const { api, press, user } = await openTool(webhook, 'Signing secret')
  const { clipboard } = navigator
  vi.spyOn(clipboard, 'writeText').mockResolvedValue()
  await press('Make a secret')
  await api.answered(SECRET, () => ({ secret: 'whsec_c2VjcmV0', made: '2026-08-07T09:30:00Z' }))
  const leaving = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(leaving()).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('heading', { name: /You cannot see this secret again/ })).toBeTruthy()
  await press('Keep it open')
  expect(dialog().textContent).toContain('whsec_c2VjcmV0')
  await press('Copy secret')
  expect(leaving()).toBe(false)
  await user.keyboard('{Escape}')
  expect(document.body.textContent).not.toContain('whsec_c2VjcmV0')
})

more('a secret that nobody saw is made again', async () => {
  const { api, press } = await openTool(webhook, 'Signing secret')
  await press('Make a secret')
  await api.failed(SECRET, noAnswer)
  expect(screen.getByRole('alert').textContent).toContain('make another one')
  await press('Make a secret')
  await api.failed(SECRET, refusal('not_found', { detail: 'This webhook no longer exists.' }))
  expect(screen.getByRole('alert').textContent).toBe('This webhook no longer exists.')
})

test('a test is offered where there is a secret', async () => {
  const { api, press, answerList } = await openTool(withSecret, 'Send a test')
  await press('Send test')
  expect(api.sent.at(-1)?.options).toEqual({ params: { id: 7 } })
  await api.answered(TEST, () => delivery)
  await answerList()
  expect(screen.getByText(/^The test is on its way/)).toBeTruthy()
})

more('no test is offered without a secret', async () => {
  const { press, api } = await openScreen([webhook], '', webhookScreen)
  await press(/^Practice system/)
  await until(isOpen('Change webhook'))
  await api.answered(ONE, () => webhook)
  expect(screen.getByRole('button', { name: 'Signing secret' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send a test' })).toBeNull()
})

test('a delivery that failed is sent again', async () => {
  const rows = [delivery, { ...delivery, id: 13, state: 'sent', note: '', status_code: 204 }]
  const { api, press, answerList } = await openScreen(rows, '?state=failed', webhookDeliveryScreen)
  expect(cells()[1]?.join('|')).toContain(
    'Practice system|Appointment booked|Failed|503|503 Closed|8',
  )
  await press('Try again: Practice system')
  await until(isOpen('Try again'))
  expect(dialog().textContent).toContain('It failed because: 503 Closed')
  await press('Send again')
  expect(api.sent.at(-1)?.options).toEqual({ params: { id: 12 } })
  await api.failed(AGAIN, refusal('conflict', { detail: 'Switch the webhook on first.' }))
  expect(screen.getByRole('alert').textContent).toBe('Switch the webhook on first.')
  await answerList()
  await press('Send again')
  await api.answered(AGAIN, () => ({ ...delivery, state: 'waiting' }))
  await answerList()
  expect(screen.getByText('We will try to send it now.')).toBeTruthy()
})
