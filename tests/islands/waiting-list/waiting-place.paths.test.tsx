import { act, cleanup, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { WaitingListPage } from '#islands/waiting-list/own/WaitingListPage.tsx'
import type { WaitingListEntry } from '#lib/contract/waiting-list.ts'
import { waitingPlaceMachine } from '#machines/waiting-list/waiting-place.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { waitingPlaceCatalogue } from '../../machines/waiting-list/waiting-place.catalogue.ts'
import { longWalks, type Path } from '../../machines/walk-machine.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { openIsland } from '../open-island.tsx'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import { bookedEntry, offeredEntry, waitingEntry } from './samples.ts'

const LIST = ['GET public/waiting-list/', 'GET private/waiting-list/']
const SEND = [
  'POST public/waiting-list/{id}/offers/{offer_id}/accept/',
  'POST public/waiting-list/{id}/offers/{offer_id}/decline/',
  'DELETE public/waiting-list/{id}/',
]

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

async function openPage({
  entries = [offeredEntry],
  token = 'link-token',
}: {
  entries?: WaitingListEntry[] | null
  token?: string | null
} = {}) {
  history.replaceState(null, '', `/waiting-list${token ? `#access=${token}` : ''}`)
  const stage = await openIsland((api) => (
    <WaitingListPage settings={settings} api={api} isSignedIn={token === null} />
  ))
  if (entries) await stage.api.answered(LIST, () => ({ results: entries }))
  return stage
}

type Stage = Awaited<ReturnType<typeof openPage>>

const names = { accept: /Take this time/, decline: /cannot come/, leave: /Leave the waiting/ }

/** As the server reads it afterwards. */
const again = async ({ api }: Stage, results: WaitingListEntry[] = [offeredEntry]) => {
  if (api.isWaiting(...LIST)) api.answer(LIST, () => ({ results }))
  await settled()
}

/** As when a person comes back to the page. */
async function readAgain(stage: Stage) {
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await settled()
  await again(stage)
}

const results: Record<string, (stage: Stage) => unknown> = {
  booked: ({ api }) => api.answer(SEND, () => bookedEntry),
  declined: ({ api }) => api.answer(SEND, () => ({ ...offeredEntry, offer: null })),
  left: ({ api }) => api.answer(SEND, () => undefined),
  refused: async (stage) => {
    await stage.api.failed(
      SEND,
      refusal('conflict', { detail: 'This time is no longer kept for you.' }),
    )
    await again(stage)
  },
  offline: ({ api }) => api.fail(SEND, unsent),
  error: ({ api }) => api.fail(SEND, noAnswer),
}

const toKind = (output: unknown) => (output as { kind: string } | undefined)?.kind ?? 'error'

/** What becomes of an answer says which it was; a walk takes any for any. */
const answered: Record<string, keyof typeof names> = {
  booked: 'accept',
  declined: 'decline',
  left: 'leave',
}

async function drive(
  stage: Stage,
  { actorId, output, input }: Happening & { input?: keyof typeof names },
  { rest }: { rest: Path['steps'] },
) {
  if (actorId) await results[toKind(output)]?.(stage)
  else {
    const next = rest[0]?.event as Happening | undefined
    const chosen = answered[toKind(next?.output)] ?? input ?? 'leave'
    // Who has declined has nothing to answer until the next offer.
    if (!screen.queryByRole('button', { name: names[chosen] })) await readAgain(stage)
    await stage.press(names[chosen])
  }
  await settled()
}

const isStill = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
const says = (text: RegExp) => {
  expect(screen.getByRole('alert').textContent).toMatch(text)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(screen.getAllByRole('button').some(isStill)).toBe(false)
}

describeScreens('every way through a place on the waiting list', {
  paths: longWalks(waitingPlaceMachine, { events: happenings(waitingPlaceCatalogue) }),
  open: () => openPage(),
  drive,
  screens: {
    'ready.idle': () => {
      expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('A time is free for you')
      expect(screen.getByText(/We keep it for you alone until 11am/)).toBeTruthy()
    },
    'ready.declined': () => expect(screen.getByText(/You have declined the time/)).toBeTruthy(),
    'ready.refused': () => says(/no longer kept for you/),
    'ready.offline': () => says(/not sent|connection again/),
    'ready.unanswered': () => says(/safe to try again/),
    sending: () => {
      expect(screen.getAllByRole('button').every(isStill)).toBe(true)
    },
    booked: () => {
      expect(screen.getByText(/Your appointment is booked for/)).toBeTruthy()
      expect(screen.queryByRole('button')).toBeNull()
    },
    left: () => {
      expect(screen.getByText(/no longer on the waiting list/)).toBeTruthy()
      expect(screen.queryByRole('button')).toBeNull()
    },
  },
})

describe('the page', () => {
  test('opens the link with its token, changes nothing by that, and says what is waited for', async () => {
    const { api } = await openPage({ entries: [waitingEntry] })
    expect(api.sent).toMatchObject([
      {
        key: 'GET public/waiting-list/',
        options: { headers: { 'Guest-User-Access-Token': 'link-token' } },
      },
    ])
    expect(location.hash).toBe('#access=link-token')
    expect(screen.getByText(/Monday or Friday, until 12 noon, Harbour Street/)).toBeTruthy()
    expect(allTexts('button')).toEqual(['Leave the waiting list'])
  })

  test('moves an appointment where there is one', async () => {
    const { press } = await openPage({
      entries: [{ ...offeredEntry, appointment: bookedEntry.appointment }],
    })
    expect(screen.getByText(/Instead of your appointment at \d/)).toBeTruthy()
    await press(/Move my appointment to this time/)
    expect(screen.getByRole('button', { name: 'Moving your appointment' })).toBeTruthy()
  })

  test('of who signs in leads to the appointment that was booked', async () => {
    const { api } = await openPage({ entries: [bookedEntry], token: null })
    expect(api.sent[0]?.key).toBe('GET private/waiting-list/')
    const link = screen.getByRole('link', { name: 'See your appointment' })
    expect(link.getAttribute('href')).toBe('/user/appointments?appointment=55')
  })

  test('says so where there is nothing, no such link, nobody signed in, or no answer', async () => {
    await openPage({ entries: [] })
    expect(screen.getByText(/You are not on a waiting list/)).toBeTruthy()
    cleanup()
    const unknown = await openPage({ entries: null })
    await unknown.api.failed(LIST, refusal('not_signed_in'))
    expect(screen.getByText(/link may be incomplete/)).toBeTruthy()
    cleanup()
    const nobody = await openPage({ entries: null, token: null })
    await nobody.api.failed(LIST, refusal('not_signed_in'))
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
    cleanup()
    const silent = await openPage({ entries: null })
    await silent.api.failed(LIST, noAnswer)
    expect(screen.getByRole('alert').textContent).toMatch(/could not look up your place/)
    await silent.press(/Try again/)
    await silent.api.answered(LIST, () => ({ results: [waitingEntry] }))
    expect(screen.getByText(/We will tell you/)).toBeTruthy()
  })
})
