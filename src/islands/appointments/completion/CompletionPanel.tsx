import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { VaccinationStart } from '#lib/contract/records/vaccinations.ts'
import { LONGEST_CORRECTION_REASON } from '#lib/contract/text-length.ts'
import { formatStaffFormProgress } from '#lib/forms/format-progress.ts'
import { can } from '#lib/policy/policy.ts'
import { mayVaccinate } from '#lib/vaccinations/vaccination-rules.ts'
import type { CompletionDraft } from '#machines/appointments/appointment-action.machine.ts'
import { adviceQuery } from '../../advice/advice-queries.ts'
import { browserNavigation, type FormCalls, formCalls } from '../../forms/form-calls.ts'
import { appointmentFormsQuery } from '../../forms/of-appointment/appointment-forms-query.ts'
import { ClinicianFormList } from '../../forms/of-appointment/ClinicianForms.tsx'
import { useApi, useTimeZone, useViewer } from '../../identity/island-context.ts'
import { AllergyStatement } from '../../records/record/AllergyStatement.tsx'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { FieldError, FieldHint } from '../../ui/form/Field.tsx'
import { focusTooLong } from '../../ui/form/focus-too-long.ts'
import { TextAreaField } from '../../ui/form/TextAreaField.tsx'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { vaccinationLines } from '../../vaccinations/VaccinationEntry.tsx'
import { vaccinationsQuery } from '../../vaccinations/vaccination-queries.ts'
import { ClinicianNotesField } from '../NotesForm.tsx'
import { CompletionStep } from './CompletionStep.tsx'
import { missingParts, recordedAt } from './missing-parts.ts'
import { NextAppointmentStep } from './NextAppointmentStep.tsx'

type CompletionPanelProps = {
  appointment: ClinicAppointment
  entered: CompletionDraft | null
  refusedFields: FieldErrors
  alert: ReactNode
  onOpen: (part: 'advice' | 'vaccination') => void
  onComplete: (completion: CompletionDraft) => void
  onLeave: () => void
}

/**
 * Shows what a visit leaves behind, in the order in which clinicians work, and what is missing;
 * only the server decides what must not be.
 */
export function CompletionPanel(props: CompletionPanelProps) {
  const api = useApi()
  const viewer = useViewer()
  const { appointment, refusedFields, alert, onOpen } = props
  const { offered_outcomes: offered } = appointment
  const of = { staffId: appointment.staff_id }
  const id = useId()
  const [draft, setDraft] = useState<CompletionDraft>(
    props.entered ?? {
      outcomeIds: [],
      clinicianNotes: appointment.clinician_notes,
      unfinishedReason: '',
    },
  )
  const [calls] = useState(() => formCalls(api, 'clinic', () => null, browserNavigation))
  const seesForms = can(viewer, 'submittedForm.see', of) || can(viewer, 'clinicianForm.see', of)
  const seesVaccinations = can(viewer, 'vaccination.see')
  const forms = useQuery({ ...appointmentFormsQuery(calls, appointment.id), enabled: seesForms })
  const vaccinations = useQuery({
    ...vaccinationsQuery(api, { appointmentId: appointment.id }),
    enabled: seesVaccinations,
  })
  useLeaveWarning(
    draft.clinicianNotes !== appointment.clinician_notes || draft.outcomeIds.length > 0,
  )

  const reasonError = refusedFields['unfinished_forms_reason']?.join(' ')
  const [asksReason] = useState(reasonError !== undefined || draft.unfinishedReason !== '')
  useEffect(() => {
    const start = asksReason ? `${id}-reason` : `${id}-title`
    document.getElementById(start)?.focus()
  }, [asksReason, id])

  const missing = missingParts({
    appointment,
    forms: forms.data,
    vaccinations: vaccinations.data,
    outcomeIds: draft.outcomeIds,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (focusTooLong(event.currentTarget)) return
    // What is not offered any more cannot be unticked either.
    const outcomeIds = offered.map((one) => one.id).filter((one) => draft.outcomeIds.includes(one))
    props.onComplete({ ...draft, outcomeIds })
  }
  const outcomeError = refusedFields['outcome_ids']?.join('. ')
  return (
    <section aria-labelledby={`${id}-title`} className="flex flex-col">
      <h3 id={`${id}-title`} tabIndex={-1} className="heading-3">
        Complete the appointment
      </h3>
      <form noValidate className="flex flex-col" onSubmit={submit}>
        <div className="flex flex-col divide-y divide-line">
          {seesForms && <FormsStep {...{ calls, appointment }} query={forms} />}
          {seesVaccinations && (
            <VaccinationsStep
              appointment={appointment}
              query={vaccinations}
              onRecord={() => onOpen('vaccination')}
            />
          )}
          {offered.length > 0 && (
            <OutcomeStep
              offered={offered}
              chosen={draft.outcomeIds}
              error={outcomeError}
              onChange={(outcomeIds) => setDraft({ ...draft, outcomeIds })}
            />
          )}
          {can(viewer, 'advice.see') && (
            <AdviceStep appointment={appointment} onWrite={() => onOpen('advice')} />
          )}
          <div className="py-4">
            <ClinicianNotesField
              id={`${id}-notes`}
              value={draft.clinicianNotes}
              onChange={(clinicianNotes) => setDraft({ ...draft, clinicianNotes })}
            />
          </div>
          {can(viewer, 'appointment.book', of) && (
            <NextAppointmentStep appointment={appointment} vaccinations={vaccinations.data} />
          )}
        </div>
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          {asksReason && (
            <div className="banner banner-warn">
              <TextAreaField
                id={`${id}-reason`}
                label="Why are these forms not finished?"
                hint="Your reason is kept with the appointment. The patient cannot read it."
                error={reasonError}
                rows={2}
                limit={LONGEST_CORRECTION_REASON}
                value={draft.unfinishedReason}
                onChange={(event) => setDraft({ ...draft, unfinishedReason: event.target.value })}
              />
            </div>
          )}
          <div role="status">
            {missing.length > 0 && (
              <>
                <p id={`${id}-missing`} className="font-semibold">
                  Still missing
                </p>
                <ul aria-labelledby={`${id}-missing`} className="list-disc ps-5">
                  {missing.map((part) => (
                    <li key={part} className="wrap-anywhere">
                      {part}
                    </li>
                  ))}
                </ul>
              </>
            )}
          </div>
          {!outcomeError && !reasonError && alert}
          <div className="flex flex-wrap gap-3">
            <Button type="submit">
              {asksReason ? 'Complete without these forms' : 'Complete appointment'}
            </Button>
            <Button look="secondary" onClick={props.onLeave}>
              Back
            </Button>
          </div>
        </div>
      </form>
    </section>
  )
}

type FormsStepProps = {
  calls: FormCalls
  appointment: ClinicAppointment
  query: UseQueryResult<Awaited<ReturnType<FormCalls['ofAppointment']>>>
}

function FormsStep({ calls, appointment, query }: FormsStepProps) {
  const timeZone = useTimeZone()
  const { data } = query
  const ofPatient = appointment.forms && formatStaffFormProgress(appointment.forms)
  return (
    <CompletionStep title="Forms">
      {!data && <QueryStatus query={query} what="the forms" loading="Looking up the forms" />}
      {ofPatient && <p>From the patient: {ofPatient}</p>}
      {data && (
        <ClinicianFormList
          isPart
          forms={data}
          appointmentId={appointment.id}
          {...{ calls, timeZone }}
        />
      )}
    </CompletionStep>
  )
}

type AdviceStepProps = {
  appointment: ClinicAppointment
  onWrite: () => void
}

function AdviceStep({ appointment, onWrite }: AdviceStepProps) {
  const api = useApi()
  const shown = { isArchived: false, pageSize: 20, appointmentId: appointment.id }
  const query = useQuery(adviceQuery(api, appointment.patient.id, shown))
  const { data } = query
  const written = data?.results
  return (
    <CompletionStep title="Advice">
      {!data && <QueryStatus query={query} what="the advice" loading="Looking up the advice" />}
      {written?.length === 0 && <p>None written at this visit.</p>}
      {written && written.length > 0 && (
        <ul className="flex flex-col gap-1">
          {written.map(({ id, advice_text }) => (
            <li key={id} className="line-clamp-2 whitespace-pre-line wrap-anywhere">
              {advice_text}
            </li>
          ))}
        </ul>
      )}
      <Button look="secondary" onClick={onWrite}>
        Advice
      </Button>
    </CompletionStep>
  )
}

type OutcomeStepProps = {
  offered: ClinicAppointment['offered_outcomes']
  chosen: readonly number[]
  error: string | undefined
  onChange: (outcomeIds: readonly number[]) => void
}

function OutcomeStep({ offered, chosen, error, onChange }: OutcomeStepProps) {
  const id = useId()
  const toggle = (outcome: number) =>
    onChange(
      chosen.includes(outcome) ? chosen.filter((other) => other !== outcome) : [...chosen, outcome],
    )
  return (
    <fieldset
      className={`py-4 ${error ? 'field field-invalid' : 'field'}`}
      aria-describedby={`${id}-hint${error ? ` ${id}-error` : ''}`}
    >
      <legend className="font-semibold">Outcome</legend>
      <FieldHint id={id} hint="The patient sees what you tick." />
      <FieldError id={id} error={error} />
      {offered.map((outcome) => (
        <label key={outcome.id} className="choice min-w-0">
          <input
            type="checkbox"
            checked={chosen.includes(outcome.id)}
            onChange={() => toggle(outcome.id)}
          />
          <span className="min-w-0 wrap-anywhere">{outcome.name}</span>
        </label>
      ))}
    </fieldset>
  )
}

type VaccinationsStepProps = {
  appointment: ClinicAppointment
  query: UseQueryResult<VaccinationStart>
  onRecord: () => void
}

function VaccinationsStep(props: VaccinationsStepProps) {
  const viewer = useViewer()
  const timeZone = useTimeZone()
  const { appointment, query, onRecord } = props
  const { data } = query
  const recorded = data ? recordedAt(appointment.id, data) : []
  return (
    <CompletionStep title="Vaccinations">
      {!data && (
        <QueryStatus query={query} what="the vaccinations" loading="Looking up the vaccinations" />
      )}
      {data && (
        <p className="wrap-anywhere">
          <span className="font-semibold">Allergies: </span>
          <AllergyStatement allergies={data.allergies} />
        </p>
      )}
      {data && recorded.length === 0 && <p>None recorded at this visit.</p>}
      {recorded.length > 0 && (
        <ul className="flex flex-col gap-1">
          {recorded.map((record) => (
            <li key={record.id} className="wrap-anywhere">
              {[record.product_name, ...vaccinationLines(record)].join(', ')}
            </li>
          ))}
        </ul>
      )}
      {data?.may.record && mayVaccinate(viewer, appointment, timeZone) && (
        <Button look="secondary" onClick={onRecord}>
          {recorded.length === 0 ? 'Record a vaccination' : 'Record another vaccination'}
        </Button>
      )}
    </CompletionStep>
  )
}
