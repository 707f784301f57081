import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ServiceTools } from '#islands/catalogue/ServiceTools.tsx'
import * as code from '#islands/ui/QrCode.tsx'
import * as files from '#islands/ui/save-file.ts'
import { type FakeApi, fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { settings } from '../public-settings.ts'

const KEY_BUTTON = 'I have a secret key'
const TYPES = ['GET public/appointmenttypes/']
/** One service, as the API shows it to somebody whose key it knows, or does not know. */
const shown = (query = '') => ({
  count: 1,
  results: [{ url: `https://clinic.example/api/public/appointmenttypes/7/${query}` }],
})
const link = 'https://clinic.example/services/flu-jab/detail'

function show(search = '') {
  history.replaceState(null, '', `/services/flu-jab/detail${search}`)
  const user = userEvent.setup()
  const navigate = vi.fn()
  const api = fakeApi()
  render(
    <ServiceTools
      serviceUrlPath="/services/flu-jab/detail"
      title="Flu jab"
      settings={settings}
      api={api.client}
      navigate={navigate}
    />,
  )
  return { user, navigate, api }
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(screen.getByRole('button', { name }))
const stored = () => sessionStorage.getItem('secretKey')

describe('the link', () => {
  it('is copied without any query where there is no key', async () => {
    const { user } = show('?utm_source=poster')
    expect(screen.queryByRole('button', { name: 'Copy link with key' })).toBeNull()
    await press(user, 'Copy link')
    expect(await navigator.clipboard.readText()).toBe(link)
    expect(screen.getByText('Link copied')).toBeTruthy()
  })

  it('is copied with the key or without it where there is one', async () => {
    sessionStorage.setItem('secretKey', 'open sesame&more')
    const { user } = show()
    await press(user, 'Copy link with key')
    expect(await navigator.clipboard.readText()).toBe(`${link}?key=open+sesame%26more`)
    await press(user, 'Copy link')
    expect(await navigator.clipboard.readText()).toBe(link)
  })

  it('is shown to be copied by hand where the browser refuses', async () => {
    const { user } = show()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'))
    await press(user, 'Copy link')
    const shown = await screen.findByLabelText<HTMLInputElement>('Select and copy this link')
    expect(shown.value).toBe(link)
    expect(screen.queryByText('Link copied')).toBeNull()
  })
})

describe('the secret key', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'Secret key' })

  it('is that of the address, where one arrives in it', () => {
    show('?key=sesame')
    expect(screen.getByRole('button', { name: 'Copy link with key' })).toBeTruthy()
  })

  it('loads the page with it when it is set', async () => {
    const { user, navigate, api } = show('?week=2026-08-03')
    await press(user, KEY_BUTTON)
    await user.type(within(await dialog()).getByLabelText('Key'), ' sesame {Enter}')
    expect(api.sent).toEqual([
      { key: TYPES[0], options: { query: { key: 'sesame', page_size: 1 } } },
    ])
    api.answer(TYPES, () => shown('?key=sesame'))
    await waitFor(() => expect(stored()).toBe('sesame'))
    expect(navigate).toHaveBeenCalledWith(
      `${location.origin}/services/flu-jab/detail?week=2026-08-03&key=sesame`,
    )
  })

  it('is asked for when nothing was entered', async () => {
    const { user, navigate } = show()
    await press(user, KEY_BUTTON)
    const box = await dialog()
    await user.click(within(box).getByRole('button', { name: 'Use this key' }))
    expect(await within(box).findByRole('link', { name: 'Enter the key that you were given' }))
    expect(within(box).queryByRole('button', { name: 'Remove key' })).toBeNull()
    expect(navigate).not.toHaveBeenCalled()
  })

  it.each([
    ['that opens nothing', (api: FakeApi) => api.answer(TYPES, () => shown())],
    [
      'where there is nothing to open',
      (api: FakeApi) => api.answer(TYPES, () => ({ results: [] })),
    ],
    ['that no key can be', (api: FakeApi) => api.fail(TYPES, refusal('invalid'))],
  ])('%s is said to be unknown and kept nowhere', async (_, answer) => {
    const { user, navigate, api } = show()
    await press(user, KEY_BUTTON)
    const box = within(await dialog())
    await user.type(box.getByLabelText('Key'), 'abc{Enter}')
    expect(box.getByRole('button', { name: 'Checking the key' })).toBeTruthy()
    answer(api)
    const summary = await box.findByRole('region', { name: 'There is a problem' })
    expect(summary.textContent).toContain('We do not recognise this key. Check it and try again.')
    await waitFor(() => expect(document.activeElement).toBe(summary))
    expect(stored()).toBeNull()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('that cannot be checked is not said to be wrong', async () => {
    const { user, navigate, api } = show()
    await press(user, KEY_BUTTON)
    const box = within(await dialog())
    await user.type(box.getByLabelText('Key'), 'sesame{Enter}')
    api.fail(TYPES, noAnswer)
    expect(await box.findByRole('link', { name: noAnswer.detail })).toBeTruthy()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('is forgotten and taken off the page when it is removed', async () => {
    sessionStorage.setItem('secretKey', 'sesame')
    const { user, navigate } = show('?key=sesame&week=2026-08-03')
    await press(user, KEY_BUTTON)
    await user.click(within(await dialog()).getByRole('button', { name: 'Remove key' }))
    expect(stored()).toBeNull()
    expect(navigate).toHaveBeenCalledWith(
      `${location.origin}/services/flu-jab/detail?week=2026-08-03`,
    )
  })

  it('gives the focus back when its dialog is closed', async () => {
    const { user } = show()
    await press(user, KEY_BUTTON)
    await dialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: KEY_BUTTON })),
    )
  })
})

describe('the QR code', () => {
  const dialog = () => screen.findByRole('dialog', { name: 'QR code for Flu jab' })

  it('is drawn with the defaults and saved as a PNG of that name', async () => {
    const png = new Blob(['png'], { type: 'image/png' })
    const draw = vi.spyOn(code, 'qrPng').mockResolvedValue(png)
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined)
    const { user } = show()
    await press(user, 'QR code')
    const image = await within(await dialog()).findByRole('img', { name: 'QR Code' })
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['200', '200'])
    await press(user, 'Download as PNG')
    expect(draw.mock.calls[0]?.[1]).toBe(200)
    expect(save).toHaveBeenCalledWith('qrcode.png', png)
  })

  it('carries the secret key only when that is wished, and forgets the wish', async () => {
    sessionStorage.setItem('secretKey', 'sesame')
    const { user } = show()
    await press(user, 'QR code')
    const box = await dialog()
    expect(within(box).getByText(link)).toBeTruthy()
    await user.click(within(box).getByLabelText('Include the secret key'))
    expect(within(box).getByText(`${link}?key=sesame`)).toBeTruthy()
    await user.click(within(box).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(user, 'QR code')
    expect(within(await dialog()).getByText(link)).toBeTruthy()
    await screen.findByRole('img')
  })
})
