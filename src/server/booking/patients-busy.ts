import { LONGEST_APPOINTMENT_MINUTES } from '#lib/contract/fields.ts'
import type { Interval } from '#lib/scheduling/intervals.ts'
import type { Executor } from '../database/connection.ts'

export type PatientsBusy = (patientId: number, exceptId?: number) => Interval[]

export async function patientsBusy(
  executor: Executor,
  patientIds: readonly number[],
  window: Interval,
): Promise<PatientsBusy> {
  if (patientIds.length === 0) return () => []
  const rows = await executor
    .selectFrom('appointment')
    .select(['id', 'patient_id', 'starts_at', 'ends_at'])
    .where('patient_id', 'in', [...new Set(patientIds)])
    .where('status', '<>', 'cancelled')
    .where('starts_at', '>', new Date(window.start - LONGEST_APPOINTMENT_MINUTES * 60_000))
    .where('starts_at', '<', new Date(window.end))
    .orderBy('starts_at')
    .execute()
  const ofPatient = Map.groupBy(rows, ({ patient_id }) => patient_id)
  return (patientId, exceptId) =>
    (ofPatient.get(patientId) ?? [])
      .filter(({ id }) => id !== exceptId)
      .map(({ starts_at, ends_at }) => ({ start: starts_at.getTime(), end: ends_at.getTime() }))
}

export async function patientBusy(
  executor: Executor,
  patientId: number | undefined,
  window: Interval,
  exceptId?: number,
): Promise<Interval[]> {
  if (patientId === undefined) return []
  const findBusy = await patientsBusy(executor, [patientId], window)
  return findBusy(patientId, exceptId)
}
