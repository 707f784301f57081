import type { EventFromLogic, SnapshotFrom } from 'xstate'
import type { plannerMachine } from '#machines/planner/planner.machine.ts'

export type PlannerSnapshot = SnapshotFrom<typeof plannerMachine>

const STEPS = ['dates', 'times', 'patient', 'check', 'booked'] as const
export type PlannerStep = (typeof STEPS)[number]

type Trail = readonly PlannerStep[]

export function currentPlannerStep(snapshot: PlannerSnapshot): PlannerStep {
  if (snapshot.matches('choosingDate')) return 'dates'
  if (snapshot.matches('choosingTime')) return 'times'
  if (snapshot.matches('choosingPatient')) return 'patient'
  return snapshot.matches('booked') ? 'booked' : 'check'
}

/** Is null where nothing leads to the step. */
export function wayTo(
  step: PlannerStep,
  date: string | null,
): EventFromLogic<typeof plannerMachine> | null {
  if (step === 'times') return date === null ? null : { type: 'times.revisited', date }
  return step === 'booked' ? null : { type: `${step}.revisited` }
}

type Move = { go: number } | { push: Trail } | { replace: Trail }

/** Is null where it is there. */
export function moveTo(step: PlannerStep, trail: Trail): Move | null {
  const above = trail.length - 1
  if (trail[above] === step) return null
  const found = step === 'booked' ? 0 : trail.indexOf(step)
  if (found >= 0 && found < above) return { go: found - above }
  const before = trail.filter((each) => STEPS.indexOf(each) < STEPS.indexOf(step))
  const next = [...before, step]
  return before.length === trail.length ? { push: next } : { replace: next }
}

/** Starts the trail at an entry that the planner has not marked. */
export function parseTrail(state: unknown): { trail: Trail; date: string | null } {
  const { plannerTrail, plannerDate } = (state ?? {}) as Record<string, unknown>
  const trail = Array.isArray(plannerTrail)
    ? STEPS.filter((step) => plannerTrail.includes(step))
    : []
  return {
    trail: trail.length > 0 ? trail : ['dates'],
    date: typeof plannerDate === 'string' ? plannerDate : null,
  }
}

export const toHistoryState = (trail: Trail, date: string | null) => ({
  plannerTrail: trail,
  plannerDate: date,
})
