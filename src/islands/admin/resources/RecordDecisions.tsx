import type { Stranding } from '#lib/contract/admin/admin-resource.ts'
import type { StrandedDecision } from '#lib/contract/stranded.ts'
import { counted } from '#lib/format-number.ts'
import { StrandedDecisions } from '../../stranded/StrandedDecisions.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/FormAlert.tsx'

type RecordDecisionsProps = {
  stranding: Stranding
  timeZone: string
  isOutdated: boolean
  isDeletion: boolean
  pending: boolean
  onDecided: (decisions: readonly StrandedDecision[]) => void
  onLeave: () => void
}

/** What becomes of the appointments that a change of a record strands. */
export function RecordDecisions({ stranding, ...props }: RecordDecisionsProps) {
  const { stranded, unseen } = stranding
  if (stranded.length === 0) return <Unseen unseen={unseen} {...props} />
  return (
    <StrandedDecisions
      // Other appointments, or other places for them, are decided about anew.
      key={stranded.map(({ id, version }) => `${id} ${version}`).join()}
      stranded={stranded}
      {...props}
    />
  )
}

type UnseenProps = Omit<RecordDecisionsProps, 'stranding'> & Pick<Stranding, 'unseen'>

/** For whoever may not see whose appointments they are. */
function Unseen({ unseen, isDeletion, pending, onDecided, onLeave }: UnseenProps) {
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
            onDecided(
              unseen.map(({ id, version }) => ({ action: 'leave', appointment_id: id, version })),
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
