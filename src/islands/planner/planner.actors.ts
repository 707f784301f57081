import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal, joinFieldErrors } from '#lib/api/refusals.ts'
import { plannerMachine, type UnbookableOccurrence } from '#machines/planner/planner.machine.ts'
import type { ActorInput, ActorResult } from '#machines/provided-actor.ts'
import { plannedKey } from './planner-queries.ts'

type Deps = { api: ApiClient; queries: QueryClient }

export function plannerWithActors(deps: Deps) {
  return plannerMachine.provide({
    actors: {
      bookPlanned: fromPromise(({ input }) => bookPlanned(deps, input)),
    },
  })
}

async function bookPlanned(
  { api, queries }: Deps,
  input: ActorInput<typeof plannerMachine, 'bookPlanned'>,
): Promise<ActorResult<typeof plannerMachine, 'bookPlanned'>> {
  try {
    const booked = await send(api, input)
    return {
      kind: 'booked',
      appointments: booked.map(({ id, reference, start, clinician }) => ({
        id,
        reference,
        start,
        clinician: { staffId: clinician.id, name: clinician.full_name },
      })),
    }
  } catch (error) {
    return toResult(certainRefusal(error))
  } finally {
    void queries.invalidateQueries({ queryKey: plannedKey })
  }
}

async function send(
  api: ApiClient,
  { place, patient, attempt }: ActorInput<typeof plannerMachine, 'bookPlanned'>,
) {
  if (!place || !patient || !attempt) throw new Error('There is nothing to confirm')
  const { repeat, notes, notification, idempotencyKey } = attempt
  const body = {
    appointment_type_id: place.type.id,
    start: place.start,
    site_id: place.site.id,
    ...(place.clinician && { staff_id: place.clinician.staffId }),
    ...(place.clinician?.roomId && { room_id: place.clinician.roomId }),
    ...(place.duration !== place.type.duration && { duration: place.duration }),
    patient_id: patient.id,
    notes,
    ...notification,
  }
  const headers = { 'Idempotency-Key': idempotencyKey }
  if (!repeat) return [await api.call('POST admin/appointments/', { body, headers })]
  const series = { ...body, every_weeks: repeat.everyWeeks, times: repeat.times }
  const answer = await api.call('POST admin/appointments/series/', { body: series, headers })
  return answer.results
}

function toResult(refusal: ApiError): ActorResult<typeof plannerMachine, 'bookPlanned'> {
  const { code, detail, fields, status } = refusal
  const unbookable = unbookableIn(fields)
  if (unbookable.length > 0) return { kind: 'unbookable', unbookable }
  if (code === 'slot_taken') return { kind: 'slotTaken', detail }
  return { kind: 'refused', detail: status === 400 ? joinFieldErrors(fields) || detail : detail }
}

function unbookableIn(fields: ApiError['fields']): UnbookableOccurrence[] {
  return Object.entries(fields).flatMap(([field, messages]) => {
    const [, occurrence] = /^occurrences\.(\d+)$/.exec(field) ?? []
    return occurrence === undefined
      ? []
      : [{ occurrence: Number(occurrence), reason: messages.join(' ') }]
  })
}
