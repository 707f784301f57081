import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { profileMachine } from '#machines/people/profile.machine.ts'
import { describePaths, offering } from '../describe-paths.ts'
import { answered, broken, runMachine } from '../walk-machine.ts'
import { details, profileCatalogue } from './profile.catalogue.ts'

type Snapshot = SnapshotFrom<typeof profileMachine>

const offered = offering(profileCatalogue.events)
/** What a person can do there, and that nothing of theirs is kept in between. */
const offers =
  (...types: string[]) =>
  (snapshot: Snapshot) => {
    offered(...types)(snapshot)
    if (!snapshot.matches('saving')) expect(snapshot.context.details).toBeNull()
  }
const onPage = (snapshot: Snapshot) => {
  offers('change.requested')(snapshot)
  expect(snapshot.context.refusedFields).toEqual({})
}
const inForm = offers('details.submitted', 'editing.left')

describePaths(profileMachine, {
  catalogue: profileCatalogue,
  distinguish: (context: Snapshot['context']) => context,
  states: {
    viewing: onPage,
    saved: onPage,
    'editing.answering': inForm,
    'editing.refused': (snapshot) => {
      inForm(snapshot)
      expect(snapshot.context.refusedFields).toEqual({ mobile: ['This number cannot be reached'] })
    },
    'editing.failed': inForm,
    'editing.signedOut': inForm,
    'editing.leaving': offers('leaving.confirmed', 'leaving.dropped'),
    saving: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.context).toEqual({ details, refusedFields: {} })
    },
    reloading: offers(),
    notTheirs: (snapshot) => {
      offers()(snapshot)
      expect(snapshot.status).toBe('done')
    },
  },
})

const begin = () => runMachine(profileMachine, { actors: ['saveDetails', 'reloadDetails'] })
const left = { type: 'editing.left', hasChanges: true }
const submitted = { type: 'details.submitted', details }

test('saved is saved, also when it cannot be read back', async () => {
  const run = begin()
  await run.happen({ type: 'change.requested' })
  await run.happen(submitted)
  await run.happen(answered('saveDetails', { kind: 'saved' }))
  await run.happen(broken('reloadDetails'))
  expect(run.snapshot().value).toBe('saved')
})

test('a form that was changed is left only when that is confirmed', async () => {
  const run = begin()
  await run.happen({ type: 'change.requested' })
  await run.happen(left)
  await run.happen({ type: 'leaving.dropped' })
  expect(run.snapshot().value).toEqual({ editing: 'answering' })
  await run.happen(left)
  await run.happen({ type: 'leaving.confirmed' })
  expect(run.snapshot().value).toBe('viewing')
})
