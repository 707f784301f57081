import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { DownloadLink } from '#islands/ui/DownloadLink.tsx'
import { eventually } from '../../eventually.ts'

const offered = vi.hoisted(() => vi.fn())
vi.mock('#islands/identity/api.ts', () => ({ offerSignIn: offered }))

afterEach(() => void offered.mockClear())

const openWith = async (answer: () => Promise<Response>) => {
  vi.stubGlobal('fetch', vi.fn(answer))
  const saved = vi.fn((_: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
  const names: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLElement) {
    names.push((this as HTMLAnchorElement).download)
  })
  render(<DownloadLink href="/api/admin/sites/export/">Download CSV</DownloadLink>)
  await userEvent.setup().click(screen.getByRole('link', { name: 'Download CSV' }))
  return { saved, names }
}

const refused = (status: number, body: object) => async () =>
  Response.json(body, { status, headers: { 'Retry-After': '5' } })

test('a file is saved by the name it has', async () => {
  const headers = { 'Content-Disposition': 'attachment; filename="sites-2026-08-06.csv"' }
  const { saved, names } = await openWith(async () => new Response('a,b', { headers }))
  await eventually(() => expect(names).toEqual(['sites-2026-08-06.csv']))
  expect(saved).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [
    429,
    { code: 'too_many_requests', detail: 'You have too many. Wait a few seconds.' },
    /too many/,
  ],
  [503, { code: 'busy', detail: 'The service is busy. Wait a few seconds.' }, /is busy/],
  [401, { code: 'not_signed_in', detail: 'Sign in first.' }, /Sign in first/],
  [401, { code: 'sign_in_again', detail: 'Sign in again to do this.' }, /Sign in again/],
  [200, null, /We could not reach the service/],
])('a file that is refused with %i says why', async (status, body, text) => {
  const { saved } = await openWith(
    body ? refused(status, body) : () => Promise.reject(new TypeError('no network')),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/Your file was not downloaded\./)
  expect(alert.textContent).toMatch(text)
  expect(saved).not.toHaveBeenCalled()
  expect(screen.getByRole('link').getAttribute('aria-disabled')).toBeNull()
  // It can be had after signing in.
  await vi.dynamicImportSettled()
  expect(offered.mock.calls).toEqual(status === 401 ? [[body?.code]] : [])
})
