import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { formSendingMachine } from '#machines/ui/form-sending.machine.ts'
import { describePaths } from '../describe-paths.ts'
import { formSendingCatalogue } from './form-sending.catalogue.ts'

type Snapshot = SnapshotFrom<typeof formSendingMachine>

const [submitted] = formSendingCatalogue.events['form.submitted']
const inForm = (reason: string) => (snapshot: Snapshot) => {
  expect(snapshot.can(submitted)).toBe(true)
  expect(snapshot.context).toMatchObject({ values: null, reason })
}

describePaths(formSendingMachine, {
  catalogue: formSendingCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    'preparing.answering': inForm(''),
    'preparing.refused': inForm('The clinician is occupied.'),
    'preparing.failed': inForm(''),
    sending: (snapshot) => {
      // A second press sends nothing.
      expect(snapshot.can(submitted)).toBe(false)
      expect(snapshot.context).toEqual({ values: submitted.values, reason: '', refusedFields: {} })
    },
    sent: (snapshot) => {
      expect(snapshot.status).toBe('done')
      expect(snapshot.context.values).toBeNull()
    },
  },
})
