import type { ApiClient } from '#lib/api/client.ts'
import { certainRefusal } from '#lib/api/refusals.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import { counted } from '#lib/text/format-number.ts'
import type { Resolved } from '#machines/orphaned/change-saving.machine.ts'
import {
  APPOINTMENT_TOPIC,
  changedPlace,
  describeUndoRefusal,
  formatPlaceAgain,
  formatRescheduled,
  type RescheduledAppointment,
} from '../appointments/undo.ts'
import { notify } from '../ui/feedback/notify.ts'
import { MOST_NAMED } from './format-resolved-time.ts'

type Deps = {
  api: ApiClient
  timeZone: string
  resolved: Resolved
  /** Takes back what orphaned them. Done twice, it is done once. Null for what cannot be taken back. */
  restore: { done: string; run: () => Promise<unknown> } | null
  onUndone: () => void
}

type Restore = NonNullable<Deps['restore']>

type Move = {
  id: number
  version: number
  before: RescheduledAppointment
  after: RescheduledAppointment
}

/**
 * Says that a change was saved and what became of the appointments that it orphaned. What it moved can
 * be moved back, once the change itself is taken back.
 */
export function notifyResolved(done: string, deps: Deps): void {
  const { timeZone, resolved } = deps
  const moves = findMoves(resolved)
  const moveTexts = moves.map(({ before, after }) => formatRescheduled(before, after, timeZone))
  const moved = namedOrCounted(moveTexts, 'moved')
  const text = [done, ...formatOthers(resolved.resolutions), ...moved].join('\n')
  const { restore } = deps
  const undo = restore && {
    label: 'Undo the change',
    run: () => void undoChange(restore, moves, deps),
  }
  notify(text, undo && moves.length > 0 ? { topic: APPOINTMENT_TOPIC, action: undo } : {})
}

const namedOrCounted = (text: readonly string[], done: string) =>
  text.length > MOST_NAMED ? [`${counted(text.length, 'appointment')} ${done}`] : text

function formatOthers(resolutions: readonly Resolution[]): string[] {
  const said = {
    cancel: (count: number) => `${counted(count, 'appointment')} cancelled`,
    keep: (count: number) => `${counted(count, 'appointment')} kept`,
    ask: (count: number) => `We will ask ${counted(count, 'patient')} to choose another time`,
  } as const
  return (['cancel', 'keep', 'ask'] as const).flatMap((action) => {
    const { length } = resolutions.filter((one) => one.action === action)
    return length > 0 ? [said[action](length)] : []
  })
}

const findMoves = ({ orphaned, resolutions }: Resolved): Move[] =>
  resolutions.flatMap((resolution) => {
    const before = orphaned.find(({ id }) => id === resolution.appointment_id)
    const to =
      resolution.action === 'reschedule' &&
      before?.alternatives.find(
        ({ start, staff_id, room_id }) =>
          start === resolution.start &&
          staff_id === resolution.staff_id &&
          room_id === resolution.room_id,
      )
    if (!before || !to) return []
    const here = toRescheduled(before)
    const { start, end, staff_id, room_id } = to
    const clinician = { full_name: to.staff_name }
    const site = { name: to.site_name }
    return [
      {
        id: before.id,
        version: before.version,
        before: here,
        after: { ...here, start, end, staff_id, room_id, clinician, site },
      },
    ]
  })

const toRescheduled = (appointment: OrphanedAppointment): RescheduledAppointment => ({
  ...appointment,
  appointment_type_id: appointment.appointment_type.id,
  staff_id: appointment.staff.id,
  room_id: appointment.room.id,
  clinician: appointment.staff,
})

/** Appointments that somebody has changed since stay where they are. */
async function undoChange(
  restore: Restore,
  moves: readonly Move[],
  deps: Pick<Deps, 'api' | 'timeZone' | 'onUndone'>,
): Promise<void> {
  const { api, timeZone, onUndone } = deps
  const text: string[] = []
  const refused: string[] = []
  try {
    await restore.run()
    for (const move of moves) {
      try {
        const back = await moveBack(api, move)
        text.push(formatPlaceAgain(move.after, back, timeZone))
      } catch (error) {
        refused.push(`${move.before.patient.full_name}: ${certainRefusal(error).detail}`)
      }
    }
    const isUndone = refused.length === 0
    const notUndone = refused.map((why) => `Not undone. ${why}`)
    const back = namedOrCounted(text, 'moved back')
    notify(['Undone.', restore.done, ...back, ...notUndone].join('\n'), {
      kind: isUndone ? 'done' : 'failed',
      topic: APPOINTMENT_TOPIC,
    })
  } catch (error) {
    notify(describeUndoRefusal(error), {
      kind: 'failed',
      topic: APPOINTMENT_TOPIC,
      action: { label: 'Try again', run: () => void undoChange(restore, moves, deps) },
    })
  }
  onUndone()
}

/** @throws ApiError where it is refused; Error where nobody answers. */
async function moveBack(api: ApiClient, move: Move): Promise<ClinicAppointment> {
  const { id, before, after } = move
  const params = { id }
  const now = await api.call('GET admin/appointments/{id}/', { params })
  if (isAt(now, before) && now.status === 'booked') return now
  // The move made it the next version: whatever somebody has changed since makes it stale.
  const version = move.version + 1
  const body = { version, ...changedPlace(before, after) }
  return await api.call('PUT admin/appointments/{id}/', { params, body })
}

const isAt = (appointment: ClinicAppointment, place: RescheduledAppointment) =>
  Object.keys(changedPlace(place, appointment)).length === 0
