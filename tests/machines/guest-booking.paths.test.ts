import { expect } from 'vitest'
import { guestBookingMachine } from '#machines/guest-booking.machine.ts'
import { guestCatalogue } from './booking.catalogue.ts'
import { details, guest } from './booking-samples.ts'
import { describePaths } from './describe-paths.ts'

const submitted = { type: 'details.submitted', details } as const

describePaths(guestBookingMachine, {
  inputs: [
    { guest: null, editing: false, refusedFields: {} },
    { guest: null, editing: true, refusedFields: {} },
    { guest, editing: true, refusedFields: { gp_surgery_id: ['Choose another surgery'] } },
  ],
  catalogue: guestCatalogue,
  distinguish: (context: { guest: unknown; editing: boolean; refusedFields: object }) => [
    context.guest !== null,
    context.editing,
    Object.keys(context.refusedFields),
  ],
  states: {
    checkingGuest: (snapshot) => expect(snapshot.can(submitted)).toBe(false),
    editingDetails: (snapshot) => expect(snapshot.can(submitted)).toBe(true),
    savingDetails: (snapshot) => {
      expect(snapshot.context.details).toEqual(details)
      expect(snapshot.can(submitted)).toBe(false)
    },
    saveFailed: (snapshot) => {
      expect(snapshot.context.details).toEqual(details)
      expect(snapshot.can(submitted)).toBe(true)
    },
    rateLimited: (snapshot) => {
      expect(snapshot.context).toMatchObject({ details, waitSeconds: 30 })
      expect(snapshot.can(submitted)).toBe(false)
    },
    known: (snapshot) => {
      expect(snapshot.output).toEqual({ guest })
      expect(snapshot.context.details).toBeNull()
    },
  },
})
