import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { AdminRecord, OrphanPreview } from '#lib/contract/admin/admin-resource.ts'
import { counted } from '#lib/text/format-number.ts'
import type { RecordChange, RecordRejection } from '#machines/admin/record-editing.machine.ts'
import type {
  AvailabilityRejection,
  ProvenChange,
} from '#machines/availability/availability-editing.machine.ts'
import {
  type BranchChange,
  type changeSaving,
  hasOrphans,
  type Rejection,
} from '#machines/orphaned/change-saving.machine.ts'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { NotSaved } from '../ui/form/NotSaved.tsx'
import { ResolutionForm } from './ResolutionForm.tsx'

type Saving<Change, Saved, Why extends Rejection> = ActorRefFrom<
  ReturnType<typeof changeSaving<Change, Saved, Why>>
>
type ChangeSavingActor =
  | Saving<RecordChange, AdminRecord | null, RecordRejection>
  | Saving<ProvenChange, null, AvailabilityRejection>

export function useChangeSaving(actor: ChangeSavingActor | undefined) {
  const snapshot = useSelector(actor, (current) => current)
  if (!actor || !snapshot) return null
  const { orphanPreview, needsConfirmation } = snapshot.context
  const isPending = snapshot.matches('previewing') || snapshot.matches('saving')
  const isResolving = hasOrphans(orphanPreview)
  const isPreviewing = snapshot.matches('previewing')
  return {
    actor,
    isPending,
    isResolving,
    /** Somebody is asked whether to go on, or has said so. */
    isConfirming: needsConfirmation && !isResolving && !isPreviewing,
    leave: () =>
      actor.send({
        type: snapshot.matches('confirmingSites') ? 'sites.declined' : 'change.dropped',
      }),
  }
}

type ChangeResolutionsProps = {
  actor: ChangeSavingActor
  isDeletion: boolean
  isOfHours?: boolean
  needed: string
}

export function ChangeResolutions({ actor, needed, ...props }: ChangeResolutionsProps) {
  const snapshot = useSelector(actor, (current) => current)
  const { orphanPreview, outdated, branchChanges, why } = snapshot.context
  const { orphaned, unseen } = orphanPreview
  const shared = {
    ...props,
    pending: snapshot.matches('previewing') || snapshot.matches('saving'),
    onLeave: () => actor.send({ type: 'change.dropped' }),
    alert: (
      <NotSaved is={(resolving) => snapshot.matches({ resolving })} needed={needed} why={why} />
    ),
  }
  if (orphaned.length === 0) {
    return (
      <Unseen
        {...shared}
        unseen={unseen}
        onKeptAsTheyAre={() => {
          const resolutions = unseen.map(
            ({ id, version }) => ({ action: 'keep', appointment_id: id, version }) as const,
          )
          actor.send({ type: 'resolutions.chosen', resolutions, branchChanges: [] })
        }}
      />
    )
  }
  return (
    <ResolutionForm
      key={orphaned.map(({ id, version }) => `${id} ${version}`).join()}
      {...shared}
      orphaned={orphaned}
      outdated={outdated}
      onResolved={(resolutions, branchChanges) =>
        actor.send({ type: 'resolutions.chosen', resolutions, branchChanges })
      }
      question={
        snapshot.matches('confirmingSites') && (
          <BranchChangesQuestion
            branchChanges={branchChanges}
            onConfirmed={() => actor.send({ type: 'sites.confirmed' })}
            onDeclined={() => actor.send({ type: 'sites.declined' })}
          />
        )
      }
    />
  )
}

type UnseenProps = Pick<OrphanPreview, 'unseen'> & {
  isDeletion: boolean
  pending: boolean
  alert: ReactNode
  onKeptAsTheyAre: () => void
  onLeave: () => void
}

/** Viewers may not see whose appointments these are. */
function Unseen({ unseen, isDeletion, pending, alert, onKeptAsTheyAre, onLeave }: UnseenProps) {
  const isOne = unseen.length === 1
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warn">
        {counted(unseen.length, 'appointment')} {isOne ? 'is' : 'are'} affected, but you do not have
        permission to see {isOne ? 'it' : 'them'}. Ask a manager. If you continue,{' '}
        {isOne ? 'it' : 'they'} will appear under “Need attention”.
      </FormAlert>
      {alert}
      <div className="flex flex-wrap gap-3">
        <Button look="danger" pending={pending} pendingLabel="Saving" onClick={onKeptAsTheyAre}>
          {isDeletion ? 'Delete' : 'Save'} and keep {counted(unseen.length, 'appointment')}
        </Button>
        <Button look="secondary" unavailable={pending} onClick={onLeave}>
          Back
        </Button>
      </div>
    </div>
  )
}

type BranchChangesQuestionProps = {
  branchChanges: readonly BranchChange[]
  onConfirmed: () => void
  onDeclined: () => void
}

/** Their patients have to go to the other branch, too. */
function BranchChangesQuestion({
  branchChanges,
  onConfirmed,
  onDeclined,
}: BranchChangesQuestionProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const patients = counted(branchChanges.length, 'patient')
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h3 id={id} ref={heading} tabIndex={-1} className="heading-3">
        Move {patients} to another branch?
      </h3>
      <ul className="flex max-h-96 flex-col gap-2 overflow-y-auto">
        {branchChanges.map(({ patient, branchChange: { from, to, place } }) => (
          <li key={`${patient} ${place}`}>
            {patient} is booked at {from}. The appointment would be at {to}, {place}.
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onConfirmed}>Move {patients}</Button>
        <Button look="secondary" onClick={onDeclined}>
          Choose again
        </Button>
      </div>
    </section>
  )
}
