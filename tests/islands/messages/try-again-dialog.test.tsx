import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { TryAgainDialog } from '#islands/messages/TryAgainDialog.tsx'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { InIsland } from '../InIsland.tsx'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import { WithQueries } from '../WithQueries.tsx'

const RETRY = ['POST admin/messages/{id}/try-again/']

async function pressSend() {
  const api = fakeApi()
  const onClose = vi.fn()
  const record = { id: 7, patient_name: 'Ada Byron', note: 'No such person' }
  render(
    <WithQueries>
      <InIsland api={api.client}>
        <TryAgainDialog {...{ settings, record, onClose }} />
      </InIsland>
    </WithQueries>,
  )
  await settled()
  const press = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await settled()
  }
  expect(screen.getByRole('dialog').textContent).toContain('No such person')
  await press()
  return { api, onClose, press }
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
  await press()
  await api.failed(
    RETRY,
    refusal('conflict', { detail: 'You can only try again if a message failed.' }),
  )
  expect(screen.getByRole('alert').textContent).toBe('You can only try again if a message failed.')
  expect(onClose).not.toHaveBeenCalled()
})
