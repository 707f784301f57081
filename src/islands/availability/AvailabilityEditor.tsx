import { useMachine } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { Availability, MayAct } from '#lib/contract/availabilities.ts'
import type { Resolution } from '#lib/contract/orphaned-appointments.ts'
import { counted } from '#lib/format-number.ts'
import { ResolutionForm } from '../orphaned/ResolutionForm.tsx'
import { Button } from '../ui/Button.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { NotSaved } from '../ui/form/NotSaved.tsx'
import type { AvailabilityDialogProps } from './AvailabilityDialog.tsx'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import { availabilityDraftOf, changeFrom, newDraft, reachOf } from './availability-draft.ts'
import { availabilityEditingWithActors } from './availability-editing.actors.ts'
import { DeleteHoursQuestion } from './DeleteQuestion.tsx'
import { PinDialog } from './PinDialog.tsx'

type Staff = { id: number; full_name: string; may_create: MayAct }

type AvailabilityEditorProps = {
  api: ApiClient
  timeZone: string
  of: AvailabilityDialogProps['of']
  availability: Availability | null
  today: string
  staff: readonly Staff[]
  onBusy: (busy: boolean) => void
  onClose: () => void
  onSaved: (words: string) => void
  onLookAgain: () => void
}

/** What the dialog shows: the form, then a PIN or decisions where they are needed. */
export function AvailabilityEditor(props: AvailabilityEditorProps) {
  const { api, timeZone, of, availability, today, staff, onBusy, onSaved } = props
  const [machine] = useState(() => availabilityEditingWithActors(api))
  const [snapshot, send] = useMachine(machine)
  const [draft, setDraft] = useState(() => firstDraft(of, availability, today, staff))
  const isDayOff = of.kind === 'existing' && of.isDeletion === true
  const [isDeleting, setDeleting] = useState(isDayOff)
  const isOnItsWay = snapshot.matches('checking') || snapshot.matches('saving')
  const isSaved = snapshot.matches('saved')
  useEffect(() => onBusy(isOnItsWay), [isOnItsWay, onBusy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened
  useEffect(() => {
    if (!isSaved) return
    const done = availability ? (isDeleting ? 'Hours deleted' : 'Hours changed') : 'Hours added'
    onSaved([done, ...resolvedWords(snapshot.context.resolutions)].join('. '))
  }, [isSaved])

  const chosen = staff.find(({ id }) => String(id) === draft.staff)
  const may = (isDelete: boolean) =>
    [
      availability && (isDelete ? availability.may_delete : availability.may_change),
      !isDelete && chosen?.id !== availability?.staff && chosen?.may_create,
    ].includes('with_pin')
  const { change, orphaned, pinProblem, refusedFields, isOutdated } = snapshot.context

  if (snapshot.matches('stale')) return <Stale {...props} />
  const pinDialog = snapshot.matches('askingPin') && (
    <PinDialog
      name={chosen?.full_name ?? availability?.staff_name ?? 'this clinician'}
      problem={pinProblem}
      onEntered={(pin) => send({ type: 'pin.entered', pin })}
      onLeave={() => send({ type: 'change.dropped' })}
    />
  )
  if (snapshot.matches('deciding') || (isOnItsWay && orphaned.length > 0)) {
    return (
      <ResolutionForm
        // Other appointments, or other places for them, are decided about again.
        key={orphaned.map(({ id, version }) => `${id} ${version}`).join()}
        orphaned={orphaned}
        isOfHours
        timeZone={timeZone}
        isOutdated={isOutdated}
        isDeletion={change?.kind === 'delete'}
        pending={isOnItsWay}
        onResolved={(resolutions) => send({ type: 'resolutions.chosen', resolutions })}
        onLeave={() => send({ type: 'change.dropped' })}
      />
    )
  }
  const alert = (
    <>
      <NotSaved
        is={(editing) => snapshot.matches({ editing })}
        needed="you need permission for this clinician and room, or to move appointments to another clinician"
      />
      {pinDialog}
    </>
  )
  if (isDeleting && availability) {
    return (
      <DeleteHoursQuestion
        availability={availability}
        draft={draft}
        onDraft={setDraft}
        errors={refusedFields}
        pending={isOnItsWay}
        alert={alert}
        onConfirm={() =>
          send({
            type: 'change.submitted',
            change: { kind: 'delete', ...reachOf(draft, availability) },
            needsPin: may(true),
          })
        }
        onKeep={isDayOff ? props.onClose : () => setDeleting(false)}
      />
    )
  }
  return (
    <AvailabilityForm
      api={api}
      timeZone={timeZone}
      availability={availability}
      staff={staff}
      draft={draft}
      onDraft={setDraft}
      errors={refusedFields}
      pending={isOnItsWay || isSaved}
      alert={alert}
      onSubmit={() =>
        send({
          type: 'change.submitted',
          change: changeFrom(draft, availability),
          needsPin: may(false),
        })
      }
      onDelete={() => setDeleting(true)}
      onCancel={props.onClose}
    />
  )
}

function firstDraft(
  of: AvailabilityDialogProps['of'],
  availability: Availability | null,
  today: string,
  staff: readonly Staff[],
) {
  if (of.kind === 'existing' && availability) {
    const draft = availabilityDraftOf(availability, of.date)
    return of.scope ? { ...draft, scope: of.scope } : draft
  }
  const own = staff.filter(({ may_create }) => may_create === 'yes')
  // Who may choose nobody else need not choose themselves.
  const only = staff.length === 1 && own[0] ? { staffId: own[0].id } : {}
  return newDraft(today, { ...only, ...(of.kind === 'new' && of) })
}

/** "4 appointments moved", "1 appointment kept". */
function resolvedWords(resolutions: readonly Resolution[]): string[] {
  const results = { reschedule: 'moved', cancel: 'cancelled', keep: 'kept' }
  const byAction = Map.groupBy(resolutions, ({ action }) => results[action])
  return [...byAction].map(([done, { length }]) => `${counted(length, 'appointment')} ${done}`)
}

function Stale({ onLookAgain, onClose }: Pick<AvailabilityEditorProps, 'onLookAgain' | 'onClose'>) {
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warning">
        Somebody else has changed or deleted this availability since you opened it. Your changes
        have not been saved.
      </FormAlert>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onLookAgain}>Show the latest version</Button>
        <Button look="secondary" onClick={onClose}>
          Close without saving
        </Button>
      </div>
    </div>
  )
}
