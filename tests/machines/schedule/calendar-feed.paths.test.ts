import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { calendarFeedMachine } from '#machines/schedule/calendar-feed.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { calendarFeedCatalogue } from './calendar-feed.catalogue.ts'

type Snapshot = SnapshotFrom<typeof calendarFeedMachine>

const every = Object.values(calendarFeedCatalogue.events).flat()

const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) =>
    expect(every.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)

/** An address is on the page only while its feed is. */
const withoutAddress =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    offers(...types)(snapshot)
    expect(snapshot.context.address).toBeNull()
  }

describePaths(calendarFeedMachine, {
  catalogue: calendarFeedCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    loading: withoutAddress(),
    loadFailed: withoutAddress('loading.retried'),
    'none.ready': withoutAddress('feed.wanted'),
    'none.offline': withoutAddress('feed.wanted'),
    'made.ready': offers('replacement.requested', 'ending.requested'),
    'made.offline': offers('replacement.requested', 'ending.requested'),
    askingToReplace: offers('change.confirmed', 'change.dropped'),
    askingToEnd: offers('change.confirmed', 'change.dropped'),
    making: withoutAddress(),
    replacing: withoutAddress(),
    ending: offers(),
    unknown: withoutAddress('loading.retried'),
  },
})
