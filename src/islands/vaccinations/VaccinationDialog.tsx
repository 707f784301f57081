import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { can } from '#lib/policy/policy.ts'
import type { ActorResult } from '#machines/provided-actor.ts'
import { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import {
  findSection,
  type RecordVaccinationInput,
  type VaccinationRecordingContext,
} from '#machines/vaccinations/vaccination-recording.types.ts'
import { newIdempotencyKey } from '../booking/confirm/idempotency-key.ts'
import { useApi, useViewer } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { plannerFor } from './planner-address.ts'
import { RecordingSections } from './recording/RecordingSections.tsx'
import {
  startRecording,
  type VaccinationsScope,
  vaccinationsKey,
  vaccinationsQuery,
} from './vaccination-queries.ts'

type VaccinationDialogProps = {
  of: VaccinationsScope
  clinician?: { staffId: number; name: string }
  /** Given elsewhere, and told afterwards. */
  isHistorical?: boolean
  onClose: () => void
}

/** It needs a `QueryClientProvider` around it. */
export function VaccinationDialog(props: VaccinationDialogProps) {
  const viewer = useViewer()
  const api = useApi()
  const { of, isHistorical = false, onClose } = props
  const queries = useQueryClient()
  const givenBy = viewer.staff_id == null && !isHistorical ? props.clinician : undefined
  const [machine] = useState(() =>
    vaccinationRecordingWithActors({
      api,
      queries,
      of,
      isHistorical,
      staffId: givenBy?.staffId,
    }),
  )
  const [idempotencyKey] = useState(newIdempotencyKey)
  const [snapshot, send] = useMachine(machine, { input: { isHistorical, idempotencyKey } })
  // The flow's actors put it there. The list reads the same key: without its function, this observer
  // would keep the list from being read again.
  const { data: start } = useQuery({ ...vaccinationsQuery(api, of), enabled: false })
  const { done, recorded, reason } = snapshot.context
  const isBusy = snapshot.matches('recording')
  const isShown =
    snapshot.matches('entering') || snapshot.matches('recording') || snapshot.matches('unanswered')
  // Fields that are closed again are no longer seen by the dialog.
  const unsaved = isShown && done.length > 1 ? { isUnsaved: true } : {}
  return (
    <Dialog
      open
      wide
      title={isHistorical ? 'Record a vaccination given elsewhere' : 'Record a vaccination'}
      onClose={onClose}
      busy={isBusy}
      {...unsaved}
    >
      {snapshot.matches('reading') && <Loading label="Looking up the patient" />}
      {snapshot.matches('readFailed') && (
        <section role="alert" className="banner banner-danger flex flex-col items-start gap-3">
          <p>We could not load the patient’s details. Check your connection and try again.</p>
          <Button onClick={() => send({ type: 'reading.retried' })}>Try again</Button>
        </section>
      )}
      {snapshot.matches('notFound') && (
        <p role="alert">This appointment or patient no longer exists.</p>
      )}
      {snapshot.matches('notAllowed') && <p role="alert">{reason}</p>}
      {givenBy && isShown && (
        <p className="mb-4 wrap-anywhere">You are recording this for {givenBy.name}.</p>
      )}
      {start && isShown && <RecordingSections {...{ snapshot, send, start }} />}
      {start && recorded && snapshot.matches('recorded') && (
        <RecordedPanel
          recorded={recorded}
          patientName={start.patient.full_name}
          plannerHref={
            can(viewer, 'appointment.book', { staffId: viewer.staff_id })
              ? plannerFor(start.patient.id, recorded.booster_due_date)
              : null
          }
          onAnother={() => send({ type: 'another.requested', idempotencyKey: newIdempotencyKey() })}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

type RecordedPanelProps = {
  recorded: NonNullable<VaccinationRecordingContext['recorded']>
  patientName: string
  /** It is null for viewers who may not book. */
  plannerHref: string | null
  onAnother: () => void
  onClose: () => void
}

function RecordedPanel(props: RecordedPanelProps) {
  const { recorded, patientName, plannerHref, onAnother, onClose } = props
  const { product_name, was_administered, booster_due_date } = recorded
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="flex flex-col items-start gap-4">
      <h3 ref={heading} tabIndex={-1} className="heading-3 wrap-anywhere">
        {was_administered
          ? `${product_name} has been recorded for ${patientName}`
          : `${product_name} has been recorded as not given to ${patientName}`}
      </h3>
      {booster_due_date && <p>The next dose is due on {formatCalendarDate(booster_due_date)}.</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={onClose}>Done</Button>
        <Button look="secondary" onClick={onAnother}>
          Record another
        </Button>
        {plannerHref && booster_due_date && (
          <a className="link" href={plannerHref}>
            Book next dose
          </a>
        )}
      </div>
    </section>
  )
}

type Deps = {
  api: ApiClient
  queries: QueryClient
  of: VaccinationsScope
  isHistorical: boolean
  staffId: number | undefined
}

const vaccinationRecordingWithActors = (deps: Deps) =>
  vaccinationRecordingMachine.provide({
    actors: {
      readVaccinations: fromPromise(() => read(deps)),
      checkVaccination: fromPromise(({ input }) => check(deps, input)),
      recordVaccination: fromPromise(({ input }) => record(deps, input)),
    },
  })

async function read({
  api,
  queries,
  of,
}: Deps): Promise<ActorResult<typeof vaccinationRecordingMachine, 'readVaccinations'>> {
  try {
    const start = await startRecording(api, of)
    queries.setQueryData(vaccinationsKey(of), start)
    if (start.may.record) return { kind: 'read' }
    return { kind: 'notAllowed', reason: 'You cannot record a vaccination here.' }
  } catch (error) {
    const { status, detail } = certainRefusal(error)
    if (status === 404) return { kind: 'notFound' }
    if (status === 401 || status === 403) return { kind: 'notAllowed', reason: detail }
    throw error
  }
}

async function check(
  deps: Deps,
  input: RecordVaccinationInput,
): Promise<ActorResult<typeof vaccinationRecordingMachine, 'checkVaccination'>> {
  try {
    const { errors, ...checked } = await deps.api.call('POST admin/vaccinationhistories/check/', {
      body: vaccinationToWrite(deps, input),
    })
    const fields = soFar(errors, deps.isHistorical)
    if (Object.keys(fields).length === 0) return { kind: 'checked', ...checked }
    return { kind: 'refused', reason: joinFieldErrors(fields), fields }
  } catch (error) {
    return refused(error)
  }
}

const soFar = (errors: FieldErrors, isHistorical: boolean): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) =>
      [undefined, 'consent', 'product'].includes(findSection(field, isHistorical)),
    ),
  )

async function record(
  deps: Deps,
  input: RecordVaccinationInput,
): Promise<ActorResult<typeof vaccinationRecordingMachine, 'recordVaccination'>> {
  const { api, queries } = deps
  try {
    const recorded = await api.call('POST admin/vaccinationhistories/', {
      body: vaccinationToWrite(deps, input),
      headers: { 'Idempotency-Key': input.idempotencyKey },
    })
    void queries.invalidateQueries({ queryKey: ['vaccinations'] })
    return { kind: 'recorded', record: recorded }
  } catch (error) {
    const refusal = refused(error)
    return 'confirmed_warnings' in refusal.fields ? { kind: 'unconfirmed' } : refusal
  }
}

function refused(error: unknown) {
  const { status, detail, fields } = certainRefusal(error)
  return {
    kind: 'refused' as const,
    reason: status === 400 ? joinFieldErrors(fields) : detail,
    fields,
  }
}

/** What was entered before a dose was withheld is not sent. */
function vaccinationToWrite(
  { of, isHistorical, staffId }: Deps,
  { entered, confirmed }: RecordVaccinationInput,
) {
  const { vaccine_product_id, ...more } = entered
  if (vaccine_product_id === undefined) throw new Error('No vaccine was chosen')
  return {
    ...('appointmentId' in of
      ? { appointment_id: of.appointmentId }
      : { patient_id: of.patientId }),
    ...(staffId !== undefined && { staff_id: staffId }),
    ...more,
    ...(more.was_administered === false && {
      dose_number: null,
      booster_due_date: null,
      adverse_reactions: '',
    }),
    vaccine_product_id,
    is_historical: isHistorical,
    confirmed_warnings: [...confirmed],
  }
}
