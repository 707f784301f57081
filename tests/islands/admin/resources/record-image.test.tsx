import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { TypeImage } from '#islands/admin/resources/RecordImage.tsx'
import { fakeApi, noAnswer, refusal } from '../../fake-api.ts'
import { pressing } from '../../hands.ts'
import { InIsland } from '../../InIsland.tsx'
import { settled } from '../../settled.ts'
import { WithQueries } from '../../WithQueries.tsx'

const PATH = 'admin/appointmenttypes/{id}/upload_image/'
const [GET, POST, DELETE] = ['GET', 'POST', 'DELETE'].map((method) => [`${method} ${PATH}`])
const address = 'https://x/files/appointment-types/0a-640.webp'
const shown = { image: address, image_sizes: [{ url: address, width: 640, height: 360 }] }
const UNREACHED = 'We could not reach the service. Try again.'
const none = { image: null, image_sizes: [] }

test('an image is sent, with how far it is, stopped, refused by its content, shown and taken away', async () => {
  const api = fakeApi()
  const user = userEvent.setup({ delay: null, applyAccept: false })
  render(
    <WithQueries>
      <InIsland api={api.client}>
        <TypeImage record={{ id: 7 }} canChange />
      </InIsland>
    </WithQueries>,
  )
  await settled()
  await api.answered(GET ?? [], () => none)
  expect(screen.getByText('No image.')).toBeTruthy()
  const choose = async (bytes = 10) => {
    const file = new File([new Uint8Array(bytes)], 'photo.png', { type: 'image/png' })
    await user.upload(screen.getByLabelText(/^Choose/), file)
    await settled()
  }
  const press = pressing(user)

  const isIn = () => {
    const part = screen.getByRole('region', { name: 'Image' })
    expect(part.contains(document.activeElement)).toBe(true)
  }

  await choose(10 * 1024 * 1024 + 1)
  expect(screen.getByRole('alert').textContent).toBe('The file must be 10 MB or smaller.')
  await choose()
  const { onProgress, signal } = (api.sent.at(-1)?.options ?? {}) as {
    onProgress: (fraction: number) => void
    signal: AbortSignal
  }
  act(() => onProgress(0.42))
  expect(screen.getByText(/42%/).textContent).toContain('Sending photo.png')
  isIn()
  await press('Stop')
  isIn()
  expect(signal.aborted).toBe(true)

  await choose()
  api.fail(POST ?? [], noAnswer)
  // The one that was stopped is the first that waits.
  await settled()
  await api.failed(POST ?? [], refusal('invalid', { fields: { image: ['This image is damaged'] } }))
  expect(screen.getByRole('alert').textContent).toBe('This image is damaged')
  await choose()
  await api.answered(POST ?? [], () => shown)
  expect(screen.getByText('The image has been saved.')).toBeTruthy()
  isIn()
  expect(screen.getByRole('img').getAttribute('src')).toBe('/files/appointment-types/0a-640.webp')

  await press('Remove image…')
  expect(document.activeElement?.textContent).toMatch(/^Remove the image\?/)
  await press('Keep it')
  isIn()
  await press('Remove image…')
  await press('Remove image')
  await api.answered(DELETE ?? [], () => undefined)
  expect(screen.getByText('The image has been removed.')).toBeTruthy()
  expect(screen.queryByRole('img')).toBeNull()

  await choose()
  await api.failed(POST ?? [], noAnswer)
  expect(screen.getByRole('alert').textContent).toBe(UNREACHED)
  await choose()
  await api.answered(POST ?? [], () => shown)
  for (const [failure, text] of [
    [refusal('not_allowed', { detail: 'You may not remove it' }), 'You may not remove it'],
    [noAnswer, UNREACHED],
  ] as const) {
    await press('Remove image…')
    await press('Remove image')
    await api.failed(DELETE ?? [], failure)
    expect(screen.getByRole('alert').textContent).toBe(text)
  }
  await press('Remove image…')
  expect(screen.queryByRole('alert')).toBeNull()
})
