import { assign, or, setup } from 'xstate'
import type { NotifyPatient } from '#lib/contract/clinic-appointments.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type MoveTarget = {
  staffId: number
  roomId: number
  siteId: number
  start: number
  end: number
}

export type MovedAppointment = { id: number; version: number; from: MoveTarget }

type RescheduleAppointmentInput = MovedAppointment & {
  to: MoveTarget
  notification: NotifyPatient | null
}

type RescheduleAppointmentResult = { kind: 'moved' } | { kind: 'refused'; reason: string }

type AppointmentMoveEvent =
  | { type: 'appointment.taken'; appointment: MovedAppointment }
  | { type: 'appointment.carried'; to: MoveTarget; objection: string }
  | { type: 'appointment.dropped' }
  | { type: 'move.confirmed'; notification: NotifyPatient }
  | { type: 'move.abandoned' }
  | { type: 'refusal.read' }

type Context = {
  appointment: MovedAppointment | null
  to: MoveTarget | null
  objection: string
  /** It is what was last chosen about notifying the patient. */
  notification: NotifyPatient | null
}

const isSame = (one: MoveTarget, other: MoveTarget) =>
  one.staffId === other.staffId &&
  one.roomId === other.roomId &&
  one.start === other.start &&
  one.end === other.end

/** The appointment is where it was until the server has said yes. */
export const appointmentMoveMachine = setup({
  types: {
    context: {} as Context,
    events: {} as AppointmentMoveEvent,
  },
  actors: {
    rescheduleAppointment: providedActor<RescheduleAppointmentResult, RescheduleAppointmentInput>(),
  },
  actions: {
    take: assign(({ context }, { appointment }: { appointment: MovedAppointment }) => ({
      appointment,
      to: appointment.from,
      objection: '',
      notification: context.appointment?.id === appointment.id ? context.notification : null,
    })),
    storeNotification: assign((_, { notification }: { notification: NotifyPatient }) => ({
      notification,
    })),
    forgetNotification: assign({ notification: null }),
    object: assign({ objection: (_, { reason }: { reason: string }) => reason }),
    letGo: assign({ appointment: null, to: null, objection: '', notification: null }),
    readAgain: () => undefined,
  },
  guards: {
    isWhereItWas: ({ context: { appointment, to } }) =>
      appointment !== null && to !== null && isSame(appointment.from, to),
    isAtOtherSite: ({ context: { appointment, to } }) => appointment?.from.siteId !== to?.siteId,
    isNotified: ({ context: { appointment, to } }) => appointment?.from.start !== to?.start,
    hasObjection: ({ context }) => context.objection !== '',
  },
}).createMachine({
  id: 'appointmentMove',
  context: { appointment: null, to: null, objection: '', notification: null },
  initial: 'idle',
  states: {
    idle: {
      entry: 'letGo',
      on: {
        'appointment.taken': { target: 'carrying', actions: withEvent('take') },
      },
    },
    carrying: {
      on: {
        'appointment.carried': {
          actions: assign(({ event: { to, objection } }) => ({
            to,
            objection,
          })),
        },
        'appointment.dropped': [
          { guard: 'isWhereItWas', target: 'idle' },
          { guard: 'hasObjection', target: 'refused' },
          { guard: or(['isAtOtherSite', 'isNotified']), target: 'confirming' },
          { target: 'saving', actions: 'forgetNotification' },
        ],
        'move.abandoned': 'idle',
      },
    },
    /** Nobody moves a patient to another time or site by a slip of the hand. */
    confirming: {
      on: {
        'move.confirmed': { target: 'saving', actions: withEvent('storeNotification') },
        'move.abandoned': 'idle',
      },
    },
    saving: {
      invoke: {
        id: 'rescheduleAppointment',
        src: 'rescheduleAppointment',
        input: ({ context: { appointment, to, notification } }) => {
          if (!appointment || !to) throw new Error('nothing is being moved')
          return { ...appointment, to, notification }
        },
        onDone: [
          { guard: isKind('moved'), target: 'idle' },
          whenKind('refused', { target: 'refused', actions: 'object' }),
        ],
        onError: { target: 'unanswered', actions: 'readAgain' },
      },
    },
    /** It may have been moved: the schedule is read again and shows where it is. */
    unanswered: {
      on: {
        'refusal.read': 'idle',
        'appointment.taken': { target: 'carrying', actions: withEvent('take') },
      },
    },
    /** It is where it was, and the reason is there to be read. */
    refused: {
      on: {
        'refusal.read': 'idle',
        'appointment.taken': { target: 'carrying', actions: withEvent('take') },
      },
    },
  },
})
