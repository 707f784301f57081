import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { DecideCorrectionDialog } from '#islands/people/corrections/DecideCorrectionDialog.tsx'
import { refusal } from '../../fake-api.ts'
import { openPart } from '../../open-island.tsx'
import { settings } from '../../public-settings.ts'

const DECIDE = ['POST admin/correctionrequests/{id}/decide/']
const record = {
  id: 7,
  person_name: 'Ada Bell',
  current_first_name: 'Ada',
  current_last_name: 'Bell',
  current_dob: '1984-03-31',
  current_nhs_number: '',
  first_name: null,
  last_name: null,
  dob: '1984-03-30',
  nhs_number: null,
  note: 'The day is wrong',
}

async function open() {
  const onClose = vi.fn()
  const stage = await openPart(<DecideCorrectionDialog {...{ settings, record, onClose }} />)
  return { ...stage, onClose }
}

test('shows what changes, and accepts with an answer to the patient', async () => {
  const { api, user, onClose, press } = await open()
  const textContent = screen.getByRole('dialog').textContent?.replaceAll('\u00a0', ' ')
  expect(textContent).toContain('Now: 31 March 1984Asked for: 30 March 1984')
  expect(textContent).toContain('They wrote: The day is wrong')
  await user.type(screen.getByLabelText(/^Answer to the patient/), 'Thank you')
  await press('Correct the record')
  expect(api.sent.at(-1)?.options).toEqual({
    params: { id: 7 },
    body: { decision: 'accepted', answer: 'Thank you' },
  })
  await api.answered(DECIDE, () => ({}))
  expect(onClose).toHaveBeenCalledOnce()
})

test('declines, and says what a colleague decided in between', async () => {
  const { api, onClose, press } = await open()
  await press('Decline')
  const detail = 'This request has been decided or replaced. Load it again.'
  await api.failed(DECIDE, refusal('conflict', { detail }))
  expect(screen.getByRole('alert').textContent).toBe(detail)
  expect(onClose).not.toHaveBeenCalled()
})
