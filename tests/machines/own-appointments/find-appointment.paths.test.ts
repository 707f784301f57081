import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { findAppointmentMachine } from '#machines/own-appointments/find-appointment.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { findAppointmentCatalogue, search } from './find-appointment.catalogue.ts'

type Snapshot = SnapshotFrom<typeof findAppointmentMachine>

const asked = Object.values(findAppointmentCatalogue.events).flat()

/** What a person can do there, and that what they typed is kept nowhere but in the form. */
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)
    if (!snapshot.matches('finding')) expect(snapshot.context.search).toBeNull()
  }
const inForm = offers('search.submitted')

describePaths(findAppointmentMachine, {
  catalogue: findAppointmentCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'asking.answering': inForm,
    'asking.refused': (snapshot) => {
      inForm(snapshot)
      expect(snapshot.context.refusedFields).toEqual({ dob: ['Enter a date of birth in the past'] })
    },
    'asking.notFound': inForm,
    'asking.limited': (snapshot) => {
      inForm(snapshot)
      expect(snapshot.context.detail).toBe('Too many failed attempts.')
    },
    'asking.unanswered': inForm,
    finding: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context).toEqual({ search, refusedFields: {}, detail: '' })
    },
    found: offers('page.returned'),
  },
})
