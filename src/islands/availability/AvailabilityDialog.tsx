import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import type { Availability, MayAct } from '#lib/contract/availabilities.ts'
import type { AvailabilityChange } from '#machines/availability/availability-editing.machine.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { ChangeResolutions, useChangeSaving } from '../orphaned/ChangeResolutions.tsx'
import { notifyResolved } from '../orphaned/notify-resolved.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { NotSaved } from '../ui/form/NotSaved.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { AvailabilityForm } from './AvailabilityForm.tsx'
import {
  type AvailabilityDraft,
  createAvailabilityDraft,
  type EditedHours,
  formatReach,
  newDraft,
  toSentRule,
} from './availability-draft.ts'
import { availabilityEditingWithActors } from './availability-editing.actors.ts'
import { availabilityQuery, choicesQuery } from './availability-queries.ts'
import { DeleteHoursQuestion } from './DeleteQuestion.tsx'

type AvailabilityDialogProps = {
  of: EditedHours
  onClose: () => void
  onSaved: () => void
}

/** Stands within a `QueryClientProvider`; render it while it is open. */
export function AvailabilityDialog({ of, onClose, onSaved }: AvailabilityDialogProps) {
  const api = useApi()
  const [look, setLook] = useState(0)
  const [busy, setBusy] = useState(false)
  const existing = useQuery({
    ...availabilityQuery(api, of.kind === 'existing' ? of.id : 0),
    enabled: of.kind === 'existing',
  })
  const choices = useQuery(choicesQuery(api, ''))
  const failed = [existing, choices].find(({ error }) => error)
  const isThere = of.kind === 'new' || existing.data !== undefined
  const lookAgain = async () => {
    await existing.refetch()
    setLook((count) => count + 1)
  }
  return (
    <Dialog open wide busy={busy} title={formatTitle(of)} onClose={onClose}>
      {failed ? (
        <QueryStatus query={failed} what="this availability" />
      ) : choices.data && isThere ? (
        <AvailabilityEditor
          key={look}
          of={of}
          availability={existing.data ?? null}
          today={choices.data.today}
          staff={choices.data.staff}
          onBusy={setBusy}
          onClose={onClose}
          onSaved={onSaved}
          onLookAgain={() => void lookAgain()}
        />
      ) : (
        <Loading label="Loading the availability" />
      )}
    </Dialog>
  )
}

function formatTitle(of: EditedHours): string {
  if (of.kind === 'new') return 'New availability'
  return of.isDeletion ? 'Delete hours' : 'Change availability'
}

type Staff = { id: number; full_name: string; may_create: MayAct }

type AvailabilityEditorProps = {
  of: EditedHours
  availability: Availability | null
  today: string
  staff: readonly Staff[]
  onBusy: (busy: boolean) => void
  onClose: () => void
  onSaved: () => void
  onLookAgain: () => void
}

function AvailabilityEditor(props: AvailabilityEditorProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const { of, availability, today, staff, onBusy, onSaved } = props
  const queries = useQueryClient()
  const [machine] = useState(() => availabilityEditingWithActors(api))
  const [snapshot, send] = useMachine(machine)
  const [draft, setDraft] = useState(() => firstDraft(of, availability, today, staff))
  const isDayOff = of.kind === 'existing' && of.isDeletion === true
  const [isDeleting, setDeleting] = useState(isDayOff)
  const saving = useChangeSaving(snapshot.children.changeSaving)
  const isOnItsWay = saving?.isPending ?? false
  const isSaved = snapshot.matches('saved')
  useEffect(() => onBusy(isOnItsWay), [isOnItsWay, onBusy])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when it has happened
  useEffect(() => {
    if (!isSaved) return
    const done = availability ? (isDeleting ? 'Hours deleted' : 'Hours changed') : 'Hours added'
    const { resolved } = snapshot.context
    const params = availability && { id: availability.id }
    notifyResolved(done, {
      api,
      timeZone,
      resolved,
      restore: params && {
        done: 'The hours are as they were',
        run: () => api.call('POST admin/availabilities/{id}/undo/', { params }),
      },
      onUndone: () => queries.invalidateQueries(),
    })
    onSaved()
  }, [isSaved])

  const chosen = staff.find(({ id }) => String(id) === draft.staff)
  const may = (isDelete: boolean) =>
    [
      availability && (isDelete ? availability.may_delete : availability.may_change),
      !isDelete && chosen?.id !== availability?.staff && chosen?.may_create,
    ].includes('with_pin')
  const { change, rejection } = snapshot.context
  const errors = rejection?.kind === 'refused' ? rejection.fields : NO_ERRORS

  if (snapshot.matches('stale')) return <Stale {...props} />
  const pinDialog = snapshot.matches('askingPin') && (
    <PinDialog
      name={chosen?.full_name ?? availability?.staff_name ?? 'this clinician'}
      problem={rejection?.kind === 'pinRefused' ? rejection.message : null}
      onEntered={(pin) => send({ type: 'pin.entered', pin })}
      onLeave={() => send({ type: 'pin.dropped' })}
    />
  )
  if (saving?.isResolving) {
    return (
      <ChangeResolutions
        actor={saving.actor}
        isOfHours
        isDeletion={change?.kind === 'delete'}
        needed={NEEDED}
      />
    )
  }
  const alert = (
    <>
      <NotSaved is={(editing) => snapshot.matches({ editing })} needed={NEEDED} />
      {pinDialog}
    </>
  )
  if (isDeleting && availability) {
    return (
      <DeleteHoursQuestion
        availability={availability}
        draft={draft}
        onDraft={setDraft}
        errors={errors}
        pending={isOnItsWay}
        alert={alert}
        onConfirm={() =>
          send({
            type: 'change.submitted',
            change: { kind: 'delete', ...formatReach(draft, availability) },
            needsPin: may(true),
          })
        }
        onKeep={isDayOff ? props.onClose : () => setDeleting(false)}
      />
    )
  }
  return (
    <AvailabilityForm
      availability={availability}
      staff={staff}
      draft={draft}
      onDraft={setDraft}
      errors={errors}
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

const NEEDED =
  'you need permission for this clinician and room, or to move appointments to another clinician'

/** One object, so that only a new refusal is news to the form. */
const NO_ERRORS = {}

function firstDraft(
  of: EditedHours,
  availability: Availability | null,
  today: string,
  staff: readonly Staff[],
) {
  if (of.kind === 'existing' && availability) {
    const draft = createAvailabilityDraft(availability, of.date)
    return of.scope ? { ...draft, scope: of.scope } : draft
  }
  const own = staff.filter(({ may_create }) => may_create === 'yes')
  const only = staff.length === 1 && own[0] ? { staffId: own[0].id } : {}
  return newDraft(today, { ...only, ...(of.kind === 'new' && of) })
}

function Stale({ onLookAgain, onClose }: Pick<AvailabilityEditorProps, 'onLookAgain' | 'onClose'>) {
  return (
    <div className="flex flex-col gap-4">
      <FormAlert look="banner-warn">
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

type PinDialogProps = {
  name: string
  problem: string | null
  onEntered: (pin: string) => void
  onLeave: () => void
}

/** The PIN is stored nowhere. */
function PinDialog(props: PinDialogProps) {
  return (
    <Dialog open title="PIN" onClose={props.onLeave}>
      <PinQuestion {...props} />
    </Dialog>
  )
}

function PinQuestion({ name, problem, onEntered, onLeave }: PinDialogProps) {
  const id = useId()
  const [pin, setPin] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  useEffect(() => document.getElementById(`${id}-pin`)?.focus(), [id])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (/^\d{4,8}$/.test(pin)) onEntered(pin)
    else {
      setTyped('Enter a PIN of 4 to 8 digits')
      document.getElementById(`${id}-pin`)?.focus()
    }
  }
  return (
    <form noValidate className="flex flex-col gap-5" onSubmit={submit} autoComplete="off">
      <p>
        You are acting for <strong>{name}</strong>. Ask them to enter their PIN to show that they
        agree.
      </p>
      <TextField
        id={`${id}-pin`}
        label={`PIN of ${name}`}
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        width="max-w-40"
        error={typed ?? problem ?? undefined}
        value={pin}
        onChange={(event) => {
          setPin(event.target.value)
          setTyped(null)
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit">Continue</Button>
        <Button look="secondary" onClick={onLeave}>
          Back
        </Button>
      </div>
    </form>
  )
}

const changeFrom = (
  draft: AvailabilityDraft,
  availability: Availability | null,
): AvailabilityChange =>
  availability
    ? { kind: 'change', rule: toSentRule(draft), ...formatReach(draft, availability) }
    : { kind: 'create', rule: toSentRule(draft) }
