import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { TryAgainDialog } from '#islands/messages/TryAgainDialog.tsx'
import { noAnswer, refusal } from '../fake-api.ts'
import { openPart } from '../open-island.tsx'
import { settings } from '../public-settings.ts'

const RETRY = ['POST admin/messages/{id}/try-again/']

async function pressSend() {
  const onClose = vi.fn()
  const record = { id: 7, patient_name: 'Ada Byron', note: 'No such person' }
  const stage = await openPart(<TryAgainDialog {...{ settings, record, onClose }} />)
  expect(screen.getByRole('dialog').textContent).toContain('No such person')
  await stage.press('Send again')
  return { ...stage, onClose }
}

test('says why it failed, sends it again and closes', async () => {
  const { api, onClose } = await pressSend()
  expect(api.sent.at(-1)?.options).toEqual({ params: { id: 7 } })
  await api.answered(RETRY, () => ({}))
  expect(onClose).toHaveBeenCalledOnce()
})

test('says so without an answer, and what a colleague did in between', async () => {
  const { api, onClose, press } = await pressSend()
  await api.failed(RETRY, noAnswer)
  expect(screen.getByRole('alert').textContent).toContain('You can safely try again.')
  await press('Send again')
  await api.failed(
    RETRY,
    refusal('conflict', { detail: 'You can only try again if a message failed.' }),
  )
  expect(screen.getByRole('alert').textContent).toBe('You can only try again if a message failed.')
  expect(onClose).not.toHaveBeenCalled()
})
