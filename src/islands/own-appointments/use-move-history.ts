import { useEffect, useState } from 'react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type {
  NewTime,
  RescheduleOwnEvent,
  rescheduleOwnMachine,
} from '#machines/own-appointments/reschedule-own.machine.ts'

export type Shown = { week: string; day: string | null; site: string | null }

type Step = 'choose' | 'check'
type StepEntry = { step: Step; shown: Shown; time: NewTime | null }
/** `depth` entries before it is the appointment. */
type Entry = { depth: number } & (StepEntry | { step: 'appointment' })
type MoveSnapshot = SnapshotFrom<typeof rescheduleOwnMachine>

/**
 * History entries for each step of a move, and for each week, day and site that is looked at, so that
 * the browser's back button leads through them to the appointment. A reload shows the appointment.
 */
export function useMoveHistory(
  actor: ActorRefFrom<typeof rescheduleOwnMachine>,
  snapshot: MoveSnapshot,
  first: () => Shown,
) {
  const [shown, setShown] = useState(first)
  const step = findStep(snapshot)
  const { time } = snapshot.context

  useEffect(() => {
    history.scrollRestoration = 'manual'
    mark({ depth: 0, step: 'appointment' }, 'replaceState')
  }, [])

  useEffect(() => {
    if (step && currentEntry()?.step !== step) push({ step, shown, time })
  }, [step, shown, time])

  useEffect(() => {
    const follow = () => {
      const entry = currentEntry()
      if (!entry) return
      if (entry.step !== 'appointment') setShown(entry.shown)
      const way = waysTo(entry).find((event) => actor.getSnapshot().can(event))
      if (way) actor.send(way)
    }
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [actor])

  const look = (change: Partial<Shown>) => {
    const next = { ...shown, ...change }
    setShown(next)
    push({ step: 'choose', shown: next, time: null })
  }
  return { shown, look }
}

export function leaveMoveHistory() {
  const depth = currentEntry()?.depth
  if (depth) history.go(-depth)
}

function findStep(snapshot: MoveSnapshot): Step | null {
  if (snapshot.status === 'done' || snapshot.matches('changed')) return null
  return snapshot.matches('choosingTime') ? 'choose' : 'check'
}

function waysTo(entry: Entry): RescheduleOwnEvent[] {
  if (entry.step === 'appointment') return [{ type: 'rescheduling.left' }]
  if (entry.step === 'choose') return [{ type: 'time.changed' }, { type: 'change.seen' }]
  return entry.time ? [{ type: 'time.chosen', time: entry.time }] : []
}

const currentEntry = () => (history.state as { move?: Entry } | null)?.move ?? null

const push = (entry: StepEntry) =>
  mark({ ...entry, depth: (currentEntry()?.depth ?? 0) + 1 }, 'pushState')

const mark = (move: Entry, how: 'pushState' | 'replaceState') =>
  history[how]({ ...history.state, move }, '')
