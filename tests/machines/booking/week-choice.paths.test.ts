import { expect } from 'vitest'
import { weekChoiceMachine } from '#machines/booking/week-choice.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { weekChoiceCatalogue } from './booking.catalogue.ts'
import { slot } from './booking-samples.ts'

const nowhere = { week: null, day: null, site: null, weekShown: false }

describePaths(weekChoiceMachine, {
  catalogue: weekChoiceCatalogue,
  inputs: [
    { ...nowhere, fresh: false },
    { ...nowhere, weekShown: true, fresh: true },
  ],
  distinguish: ({ weekShown, fresh }: { weekShown: boolean; fresh: boolean }) => [weekShown, fresh],
  states: {
    loadingWeek: (snapshot) => {
      const isShown = snapshot.context.weekShown
      expect(snapshot.can({ type: 'slot.chosen', slot })).toBe(isShown)
      expect(snapshot.can({ type: 'day.chosen', day: '2026-08-07' })).toBe(isShown)
    },
    weekFailed: (snapshot) => {
      expect(snapshot.can({ type: 'week.retried' })).toBe(true)
      expect(snapshot.can({ type: 'connection.restored' })).toBe(true)
      expect(snapshot.can({ type: 'slot.chosen', slot })).toBe(false)
    },
    choosingSlot: ({ context }) => expect(context).toMatchObject({ weekShown: true, fresh: false }),
    slotChosen: ({ output }) => expect(output).toMatchObject({ kind: 'chosen', slot }),
    withdrawn: ({ output }) => expect(output).toEqual({ kind: 'withdrawn' }),
  },
})
