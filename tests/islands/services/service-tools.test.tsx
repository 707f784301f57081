import '../ui/island-setup.ts'

import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ServiceTools } from '#islands/services/ServiceTools.tsx'
import * as code from '#islands/ui/QrCode.tsx'
import * as files from '#islands/ui/save-file.ts'
import { settings } from '../public-settings.ts'

const link = 'https://clinic.example/services/flu-jab/detail'

function show(search = '') {
  history.replaceState(null, '', `/services/flu-jab/detail${search}`)
  const user = userEvent.setup()
  const navigate = vi.fn()
  render(
    <ServiceTools
      serviceUrlPath="/services/flu-jab/detail"
      title="Flu jab"
      settings={settings}
      navigate={navigate}
    />,
  )
  return { user, navigate }
}

afterEach(() => history.replaceState(null, '', '/'))

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
    const { user, navigate } = show('?week=2026-08-03')
    await press(user, 'Secret key')
    await user.type(within(await dialog()).getByLabelText('Key'), ' sesame {Enter}')
    expect(stored()).toBe('sesame')
    expect(navigate).toHaveBeenCalledWith(
      `${location.origin}/services/flu-jab/detail?week=2026-08-03&key=sesame`,
    )
  })

  it('is asked for when nothing was entered', async () => {
    const { user, navigate } = show()
    await press(user, 'Secret key')
    const box = await dialog()
    await user.click(within(box).getByRole('button', { name: 'Use this key' }))
    expect(within(box).getByText('Enter the key that you were given')).toBeTruthy()
    expect(within(box).queryByRole('button', { name: 'Remove key' })).toBeNull()
    expect(navigate).not.toHaveBeenCalled()
  })

  it('is forgotten and taken off the page when it is removed', async () => {
    sessionStorage.setItem('secretKey', 'sesame')
    const { user, navigate } = show('?key=sesame&week=2026-08-03')
    await press(user, 'Secret key')
    await user.click(within(await dialog()).getByRole('button', { name: 'Remove key' }))
    expect(stored()).toBeNull()
    expect(navigate).toHaveBeenCalledWith(
      `${location.origin}/services/flu-jab/detail?week=2026-08-03`,
    )
  })

  it('gives the focus back when its dialog is closed', async () => {
    const { user } = show()
    await press(user, 'Secret key')
    await dialog()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Secret key' })),
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
