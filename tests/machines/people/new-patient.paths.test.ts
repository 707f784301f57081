import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { newPatientMachine } from '#machines/people/new-patient.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { adaEntered, newPatientCatalogue } from './new-patient.catalogue.ts'

type Snapshot = SnapshotFrom<typeof newPatientMachine>

const asked = Object.values(newPatientCatalogue.events).flat()
const offers = (snapshot: Snapshot, ...types: string[]) =>
  expect(asked.filter((event) => snapshot.can(event)).map(({ type }) => type)).toEqual(types)

const working = (snapshot: Snapshot) => {
  offers(snapshot)
  expect(snapshot.context.details).toEqual(adaEntered)
}
const forgotten = ({ context, status }: Snapshot) => {
  expect(status).toBe('done')
  expect(context).toMatchObject({ details: null, duplicates: [] })
}

describePaths(newPatientMachine, {
  catalogue: newPatientCatalogue,
  distinguish: ({ details, refusedFields }: Snapshot['context']) => [details, refusedFields],
  states: {
    'entering.ready': (snapshot) => offers(snapshot, 'details.submitted', 'creation.left'),
    'entering.failed': (snapshot) => offers(snapshot, 'details.submitted', 'creation.left'),
    checking: working,
    askingDuplicate: (snapshot) => {
      offers(snapshot, 'duplicate.chosen', 'duplicates.rejected', 'duplicates.closed')
      expect(snapshot.context.duplicates).toHaveLength(1)
    },
    creating: working,
    chosen: (snapshot) => {
      forgotten(snapshot)
      expect(snapshot.output).toMatchObject({ patient: { full_name: 'Ada Rowe' }, andBook: true })
    },
    left: (snapshot) => {
      forgotten(snapshot)
      expect(snapshot.output?.patient).toBeNull()
    },
  },
})
