import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { vaccinationRecordingMachine } from '#machines/vaccinations/vaccination-recording.machine.ts'
import {
  type CheckVaccinationResult,
  findSection,
  type ReadVaccinationsResult,
  type RecordVaccinationInput,
  type RecordVaccinationResult,
} from '#machines/vaccinations/vaccination-recording.types.ts'
import { startRecording, type VaccinationsScope, vaccinationsKey } from '../vaccination-queries.ts'

type Deps = {
  api: ApiClient
  queries: QueryClient
  of: VaccinationsScope
  isHistorical: boolean
  staffId: number | undefined
  onRecorded: ((record: VaccinationRecord) => void) | undefined
}

export const vaccinationRecordingWithActors = (deps: Deps) =>
  vaccinationRecordingMachine.provide({
    actors: {
      readVaccinations: fromPromise<ReadVaccinationsResult, undefined>(() => read(deps)),
      checkVaccination: fromPromise<CheckVaccinationResult, RecordVaccinationInput>(({ input }) =>
        check(deps, input),
      ),
      recordVaccination: fromPromise<RecordVaccinationResult, RecordVaccinationInput>(({ input }) =>
        record(deps, input),
      ),
    },
  })

async function read({ api, queries, of }: Deps): Promise<ReadVaccinationsResult> {
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

async function check(deps: Deps, input: RecordVaccinationInput): Promise<CheckVaccinationResult> {
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

async function record(deps: Deps, input: RecordVaccinationInput): Promise<RecordVaccinationResult> {
  const { api, queries, onRecorded } = deps
  try {
    const recorded = await api.call('POST admin/vaccinationhistories/', {
      body: vaccinationToWrite(deps, input),
      headers: { 'Idempotency-Key': input.idempotencyKey },
    })
    void queries.invalidateQueries({ queryKey: ['vaccinations'] })
    onRecorded?.(recorded)
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
