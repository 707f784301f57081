import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useState } from 'react'
import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { can } from '#lib/policy/policy.ts'
import { newIdempotencyKey } from '../booking/confirm/idempotency-key.ts'
import { useApi, useViewer } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { Loading } from '../ui/feedback/Loading.tsx'
import { plannerFor } from './planner-address.ts'
import { RecordedPanel } from './recording/RecordedPanel.tsx'
import { RecordingSections } from './recording/RecordingSections.tsx'
import { vaccinationRecordingWithActors } from './recording/vaccination-recording.actors.ts'
import { type VaccinationsScope, vaccinationsQuery } from './vaccination-queries.ts'

type VaccinationDialogProps = {
  of: VaccinationsScope
  clinician?: { staffId: number; name: string }
  /** Given elsewhere, and told afterwards. */
  isHistorical?: boolean
  onRecorded?: (record: VaccinationRecord) => void
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
      onRecorded: props.onRecorded,
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
