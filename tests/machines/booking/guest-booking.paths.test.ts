import { expect } from 'vitest'
import { guestBookingMachine } from '#machines/booking/guest-booking.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { guestCatalogue } from './booking.catalogue.ts'
import { details, guest, person } from './booking-samples.ts'

const submitted = { type: 'details.submitted', details } as const

describePaths(guestBookingMachine, {
  inputs: [
    { viewer: null, guest: null, editing: false, refusedFields: {} },
    { viewer: null, guest: null, editing: true, refusedFields: {} },
    { viewer: person.uuid, guest: null, editing: false, refusedFields: {} },
    {
      viewer: null,
      guest,
      editing: true,
      refusedFields: { gp_surgery_id: ['Choose another surgery'] },
    },
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
    checkFailed: (snapshot) => {
      expect(snapshot.context.guest).toBeNull()
      expect(snapshot.can(submitted)).toBe(false)
      expect(snapshot.can({ type: 'check.retried' })).toBe(true)
    },
    signedOut: (snapshot) => {
      expect(snapshot.output).toEqual({ guest: null })
      expect(snapshot.context.details).toBeNull()
    },
    known: (snapshot) => {
      expect(snapshot.output).toEqual({ guest })
      expect(snapshot.context.details).toBeNull()
    },
  },
})
