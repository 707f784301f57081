import '../../ui/island-setup.ts'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, vi } from 'vitest'
import { CalendarFeedSection } from '#islands/schedule/calendar-feed/CalendarFeedSection.tsx'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import {
  ADDRESS,
  calendarFeedCatalogue,
} from '../../../machines/schedule/calendar-feed.catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { type FakeApi, fakeApi, noAnswer, unsent } from '../../fake-api.ts'
import { pressing } from '../../hands.ts'
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
      <CalendarFeedSection api={api.client} queries={queries} timeZone="Europe/London" />
    </QueryClientProvider>,
  )
  await settled()
  const press = pressing(user)
  return { api, press }
}

type Stage = Awaited<ReturnType<typeof openSection>>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('jest', { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) })
})

const answers: Record<string, Record<string, (api: FakeApi) => void>> = {
  loadFeed: {
    none: (api) => api.answer(LOAD, () => ({ shows_names: false, feed: null })),
    made: (api) => api.answer(LOAD, () => ({ shows_names: false, feed })),
    error: (api) => api.fail(LOAD, noAnswer),
  },
  makeFeed: {
    made: (api) => api.answer(MAKE, () => ({ shows_names: false, feed, address: ADDRESS })),
    unsent: (api) => api.fail(MAKE, unsent),
    error: (api) => api.fail(MAKE, noAnswer),
  },
  endFeed: {
    ended: (api) => api.answer(END, () => undefined),
    unsent: (api) => api.fail(END, unsent),
    error: (api) => api.fail(END, noAnswer),
  },
}
const presses: Record<string, string> = {
  'loading.retried': 'Look again',
  'feed.wanted': 'Make a calendar address',
  'replacement.requested': 'Replace the address',
  'ending.requested': 'End the feed',
  'change.dropped': 'Keep it',
}

async function drive({ api, press }: Stage, { type, actorId, output }: Happening) {
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  if (actorId) answers[actorId]?.[kind]?.(api)
  else if (type === 'change.confirmed') {
    await press(buttons().includes('End the feed') ? 'End the feed' : 'Replace the address')
  } else await press(presses[type] ?? type)
  await settled()
}

const buttons = () =>
  screen
    .queryAllByRole('button')
    .map(({ textContent }) => textContent)
    .filter((name) => name !== 'Copy address')
const offers = (...names: string[]) => expect(buttons()).toEqual(names)
const asks = (words: RegExp, action: string) => {
  expect(screen.getByRole('region', { name: words })).toBe(document.activeElement)
  offers(action, 'Keep it')
}
const isOffline = () => expect(screen.getByRole('alert').textContent).toMatch(/You are offline/)
const isMade = () => offers('Replace the address', 'End the feed')

describeScreens('every way through a calendar feed', {
  paths: longWalks(calendarFeedMachine, {
    events: happenings(calendarFeedCatalogue),
    distinguish: (context: object) => context,
  }),
  open: openSection,
  drive,
  screens: {
    loading: () => expect(screen.getByText('Looking for your calendar feed')).toBeTruthy(),
    loadFailed: () => offers('Look again'),
    'none.ready': () => {
      offers('Make a calendar address')
      expect(screen.queryByText(ADDRESS)).toBeNull()
      expect(screen.queryByText(/^Made at/)).toBeNull()
    },
    'none.offline': () => {
      offers('Make a calendar address')
      isOffline()
    },
    'made.ready': () => {
      isMade()
      expect(screen.getByText(/No calendar has read it yet/)).toBeTruthy()
    },
    'made.offline': () => {
      isMade()
      isOffline()
    },
    askingToReplace: () => asks(/^Replace the address\?/, 'Replace the address'),
    askingToEnd: () => asks(/^End your calendar feed\?/, 'End the feed'),
    making: () => offers('Making an address'),
    replacing: () => offers('Making an address', 'End the feed'),
    ending: () => offers('Replace the address', 'Ending the feed'),
    unknown: () => {
      offers('Look again')
      expect(screen.getByRole('alert').textContent).toMatch(/do not know if that worked/)
    },
  },
})
