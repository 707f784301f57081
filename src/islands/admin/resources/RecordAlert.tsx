import type { SnapshotFrom } from 'xstate'
import type { recordEditingMachine } from '#machines/record-editing.machine.ts'
import { FormAlert } from '../../ui/FormAlert.tsx'

/** Beside the buttons of a form: why it was not saved, where no field is to blame. */
export function RecordAlert({ snapshot }: { snapshot: SnapshotFrom<typeof recordEditingMachine> }) {
  if (snapshot.matches({ editing: 'failed' })) {
    return (
      <FormAlert look="banner-danger">
        We could not reach the service, or it did not answer. Everything you entered is still here:
        try again.
      </FormAlert>
    )
  }
  if (snapshot.matches({ editing: 'signedOut' })) {
    return (
      <FormAlert look="banner-warning" takesFocus={false}>
        You are signed out, so nothing has been saved. Sign in again, then save.
      </FormAlert>
    )
  }
  if (snapshot.matches({ editing: 'notAllowed' })) {
    return (
      <FormAlert look="banner-danger">
        You may not do this: it needs a permission that you do not have.
      </FormAlert>
    )
  }
  return null
}
