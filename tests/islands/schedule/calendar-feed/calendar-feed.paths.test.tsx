import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { CalendarFeedSection } from '#islands/schedule/calendar-feed/CalendarFeedSection.tsx'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import {
  ADDRESS,
  calendarFeedCatalogue,
} from '../../../machines/schedule/calendar-feed.catalogue.ts'
import { longWalks, type Path } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { type FakeApi, fakeApi, noAnswer, unsent } from '../../fake-api.ts'
import { allTexts, pressing } from '../../hands.ts'
import { InIsland } from '../../InIsland.tsx'
import { settled } from '../../settled.ts'

const LOAD = ['GET admin/calendar-feed/']
const MAKE = ['POST admin/calendar-feed/']
const END = ['DELETE admin/calendar-feed/']
const feed = { created: '2026-08-04T08:00:00.000Z', last_read: null }

async function openSection() {
  const api = fakeApi()
  const user = userEvent.setup({ delay: null })
  const queries = new QueryClient()
  render(
    <QueryClientProvider client={queries}>
      <InIsland api={api.client} timeZone="Europe/London">
        <CalendarFeedSection queries={queries} />
      </InIsland>
    </QueryClientProvider>,
  )
  await settled()
  const press = pressing(user)
  return { api, press }
}

type Stage = Awaited<ReturnType<typeof openSection>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const loaded = (api: FakeApi) => api.answered(LOAD, () => ({ shows_names: false, feed }))
const answers: Record<string, (api: FakeApi) => unknown> = {
  made: (api) => api.answer(MAKE, () => ({ shows_names: false, feed, address: ADDRESS })),
  ended: (api) => api.answer(END, () => undefined),
  offline: (api) => api.fail(api.isWaiting(...END) ? END : MAKE, unsent),
  error: (api) => api.fail(api.isWaiting(...END) ? END : MAKE, noAnswer),
}

async function openLoaded() {
  const stage = await openSection()
  await loaded(stage.api)
  return stage
}

const toKind = (event: { output?: unknown } | undefined) =>
  (event?.output as { kind: string } | undefined)?.kind ?? 'error'
const looksAgain = async ({ api, press }: Stage) => {
  await press('Look again')
  expect(screen.getByText('Looking for your calendar feed')).toBeTruthy()
  await loaded(api)
}

/** Asks for what the next answer is about: only a feed that is made can end. */
async function submit(stage: Stage, next: string) {
  if (buttons().includes('Look again')) await looksAgain(stage)
  if (buttons().includes('Make a calendar address')) {
    await stage.press('Make a calendar address')
    if (next !== 'ended') return
    answers['made']?.(stage.api)
    await settled()
  }
  const name = next === 'ended' ? 'End the feed' : 'Replace the address'
  await stage.press(name)
  await stage.press(name)
}

async function drive(
  stage: Stage,
  { type, actorId, output }: Happening,
  { rest }: { rest: Path['steps'] },
) {
  if (actorId) await answers[toKind({ output })]?.(stage.api)
  else if (type === 'request.reset') await looksAgain(stage)
  else await submit(stage, toKind(rest[0]?.event as Happening | undefined))
  await settled()
}

const buttons = () => allTexts('button').filter((name) => name !== 'Copy address')
const offers = (...names: string[]) => expect(buttons()).toEqual(names)
const isMade = () => offers('Replace the address', 'End the feed')

describeScreens('every way through a calendar feed', {
  paths: longWalks(calendarFeedMachine, { events: happenings(calendarFeedCatalogue) }),
  open: openLoaded,
  drive,
  screens: {
    'ready.idle': () => {
      isMade()
      expect(screen.getByText(/No calendar has read it yet/)).toBeTruthy()
    },
    'ready.made': () => {
      isMade()
      expect(screen.getByText(ADDRESS)).toBeTruthy()
    },
    'ready.ended': () => {
      offers('Make a calendar address')
      expect(screen.queryByText(ADDRESS)).toBeNull()
      expect(screen.queryByText(/^Made at/)).toBeNull()
    },
    'ready.offline': () => expect(screen.getByRole('alert').textContent).toMatch(/You are offline/),
    'ready.unanswered': () => {
      offers('Look again')
      expect(screen.getByRole('alert').textContent).toMatch(/do not know if that worked/)
    },
    sending: () =>
      expect([
        ['Making an address'],
        ['Making an address', 'End the feed'],
        ['Replace the address', 'Ending the feed'],
      ]).toContainEqual(buttons()),
  },
})

test('a feed that could not be looked up is looked up again by a press', async () => {
  const { api, press } = await openSection()
  expect(screen.getByText('Looking for your calendar feed')).toBeTruthy()
  await api.failed(LOAD, noAnswer)
  expect(screen.getByRole('alert').textContent).toMatch(/could not look up/)
  offers('Look again')
  await press('Look again')
  await loaded(api)
  isMade()
})

test.each([
  ['Replace the address', /^Replace the address\?/],
  ['End the feed', /^End your calendar feed\?/],
])('%s asks first, and the feed can be kept', async (action, question) => {
  const { api, press } = await openLoaded()
  await press(action)
  expect(screen.getByRole('region', { name: question })).toBe(document.activeElement)
  offers(action, 'Keep it')
  await press('Keep it')
  isMade()
  expect(api.isWaiting(...MAKE, ...END)).toBe(false)
})

test('an address that was made stays while the feed is not ended', async () => {
  const stage = await openLoaded()
  await submit(stage, 'made')
  await stage.api.answered(MAKE, () => ({ shows_names: false, feed, address: ADDRESS }))
  await submit(stage, 'ended')
  await stage.api.failed(END, unsent)
  expect(screen.getByText(ADDRESS)).toBeTruthy()
})
