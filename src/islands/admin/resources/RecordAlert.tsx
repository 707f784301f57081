import type { SnapshotFrom } from 'xstate'
import type { recordEditingMachine } from '#machines/admin/record-editing.machine.ts'
import { NotSaved } from '../../ui/form/NotSaved.tsx'

/** Beside the buttons of a form: why it was not saved, where no field is to blame. */
export function RecordAlert({ snapshot }: { snapshot: SnapshotFrom<typeof recordEditingMachine> }) {
  const { refusal } = snapshot.context
  return (
    <NotSaved
      is={(editing) => snapshot.matches({ editing })}
      needed="it needs a permission that you do not have"
      why={refusal?.kind === 'notAllowed' ? refusal.detail : ''}
    />
  )
}
