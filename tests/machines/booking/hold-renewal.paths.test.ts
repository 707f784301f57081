import { expect } from 'vitest'
import { holdRenewalMachine } from '#machines/booking/hold-renewal.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { holdRenewalCatalogue } from './booking.catalogue.ts'
import { hold, slot } from './booking-samples.ts'

const wanted = { type: 'extension.requested' } as const

describePaths(holdRenewalMachine, {
  catalogue: holdRenewalCatalogue,
  inputs: [{ chosen: slot, hold }],
  states: {
    'counting.kept': (snapshot) => {
      expect(snapshot.context).toEqual({ chosen: slot, hold })
      expect(snapshot.can(wanted)).toBe(true)
    },
    'counting.extending': (snapshot) => expect(snapshot.can(wanted)).toBe(false),
    'counting.notExtended': (snapshot) => {
      expect(snapshot.context).toEqual({ chosen: slot, hold })
      expect(snapshot.can(wanted)).toBe(true)
    },
    closed: (snapshot) => expect(snapshot.status).toBe('done'),
  },
})
