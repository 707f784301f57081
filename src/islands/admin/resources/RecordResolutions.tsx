import type { OrphanPreview } from '#lib/contract/admin/admin-resource.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { counted } from '#lib/format-number.ts'
import { ResolutionForm } from '../../orphaned/ResolutionForm.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'

type RecordResolutionsProps = {
  orphanPreview: OrphanPreview
  timeZone: string
  isOutdated: boolean
  isDeletion: boolean
  pending: boolean
  onResolved: (resolutions: readonly Resolution[]) => void
  onLeave: () => void
}

/** What becomes of the appointments that a change of a record orphans. */
export function RecordResolutions({ orphanPreview, ...props }: RecordResolutionsProps) {
  const { orphaned, unseen } = orphanPreview
  if (orphaned.length === 0) return <Unseen unseen={unseen} {...props} />
  return (
    <ResolutionForm
      // Other appointments, or other places for them, are decided about again.
      key={orphaned.map(({ id, version }) => `${id} ${version}`).join()}
      orphaned={orphaned}
      {...props}
    />
  )
}

type UnseenProps = Omit<RecordResolutionsProps, 'orphanPreview'> & Pick<OrphanPreview, 'unseen'>

/** For whoever may not see whose appointments they are. */
function Unseen({ unseen, isDeletion, pending, onResolved, onLeave }: UnseenProps) {
  const isOne = unseen.length === 1
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warning">
        {counted(unseen.length, 'appointment')} {isOne ? 'is' : 'are'} affected, but you do not have
        permission to see {isOne ? 'it' : 'them'}. Ask a manager. If you continue,{' '}
        {isOne ? 'it' : 'they'} will appear under “Need attention”.
      </FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button
          look="danger"
          pending={pending}
          pendingLabel="Saving"
          onClick={() =>
            onResolved(
              unseen.map(({ id, version }) => ({ action: 'keep', appointment_id: id, version })),
            )
          }
        >
          {isDeletion ? 'Delete' : 'Save'} and keep {counted(unseen.length, 'appointment')}
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onLeave}>
          Back
        </Button>
      </div>
    </div>
  )
}
