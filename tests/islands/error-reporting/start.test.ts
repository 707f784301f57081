// The reporter changes the page for good: its own address gives this file a page of its own.
// @vitest-environment-options {"url":"http://reported.localhost/"}
import { beforeEach, expect, test, vi } from 'vitest'
import { announce } from '#islands/identity/tab-channel.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { eventually } from '../../eventually.ts'
import { settings } from '../public-settings.ts'

const PERSON = '0e9dd1c2-7d3c-4c5e-9a70-5a3cf0b4a1de'
const OTHER = '7b1f0d4e-64c9-4b4e-8a55-0c6a9a6f1d11'
const reporting = { dsn: 'https://key@errors.example/1', tunnel: null, replayKey: null }

let sent: string[]

beforeEach(() => {
  vi.resetModules()
  sent = []
  const answer = async (_address: unknown, { body }: RequestInit = {}) => {
    sent.push(String(body))
    return new Response('{}')
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  return () => {
    vi.doUnmock('#islands/error-reporting/reporter.ts')
    vi.doUnmock('#islands/error-reporting/recording.ts')
  }
})

/** The page of somebody, where this is configured or not. @returns what starts it. */
async function readPage(person: string, errorReporting: PublicSettings['errorReporting']) {
  document.body.innerHTML = '<header><div data-account></div></header>'
  const account = document.querySelector<HTMLElement>('[data-account]')
  Object.assign(account?.dataset ?? {}, {
    account: person,
    settings: JSON.stringify({ ...settings, errorReporting }),
  })
  const { startErrorReporting } = await import('#islands/error-reporting/start.ts')
  return startErrorReporting
}

// Without one that listens, an error would be one of this test.
addEventListener('error', () => undefined)
const fail = (message: string) =>
  dispatchEvent(new ErrorEvent('error', { message, error: new Error(message) }))

/** The reports so far: of whom, and what. */
const reports = () =>
  sent
    .flatMap((envelope) => envelope.split('\n'))
    .filter((line) => line.includes('"exception"'))
    .map((line) => JSON.parse(line))
    .map(({ user, exception }) => ({ user, message: exception.values[0].value }))

test('nothing is reported where it is not configured', async () => {
  const start = await readPage(PERSON, null)
  await start()
  fail('It fell over')
  await new Promise((resolve) => setTimeout(resolve))
  expect(fetch).not.toHaveBeenCalled()
})

test('what cannot be set up is no matter of the page', async () => {
  vi.doMock('#islands/error-reporting/reporter.ts', () => {
    throw new Error('It could not be fetched.')
  })
  const start = await readPage(PERSON, reporting)
  await expect(start()).resolves.toBeUndefined()
})

test('who is signed in is reported from sign-in to sign-out, whatever becomes of the recorder', async () => {
  const record = vi.fn(() => {
    throw new Error('It could not be set up.')
  })
  vi.doMock('#islands/error-reporting/recording.ts', () => ({ record }))
  const start = await readPage(PERSON, { ...reporting, replayKey: 'replay' })
  const started = start()
  fail('Too early')
  await started
  for (const message of ['It fell over', 'It fell over']) fail(message)
  await eventually(() =>
    expect(reports()).toEqual([
      { user: { id: PERSON }, message: 'Too early' },
      { user: { id: PERSON }, message: 'It fell over' },
    ]),
  )
  await eventually(() => expect(record).toHaveBeenLastCalledWith(PERSON))

  announce({ type: 'signed-in', person: OTHER })
  await eventually(() => expect(record).toHaveBeenLastCalledWith(OTHER))
  fail('As another')
  announce({ type: 'signed-out' })
  await eventually(() => expect(record).toHaveBeenLastCalledWith(null))
  fail('As nobody')
  await eventually(() =>
    expect(reports().slice(2)).toEqual([
      { user: { id: OTHER }, message: 'As another' },
      { user: undefined, message: 'As nobody' },
    ]),
  )
})
