import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import { appointmentMoveMachine } from '#machines/schedule/appointment-move.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import {
  elsewhere,
  longer,
  moveCatalogue,
} from '../../../machines/schedule/appointment-move.catalogue.ts'
import { everyWalk, onePerStep } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { type FakeApi, noAnswer, refusal } from '../../fake-api.ts'
import { booked } from '../../people/record/clinic-appointment.ts'
import { appointment, at, schedule } from '../schedule-sample.ts'
import { cell, showTo, viewerWith } from '../schedule-stage.tsx'

const MOVE = ['PUT admin/appointments/{id}/']

const movedTo = (time: string): ClinicAppointment => ({
  ...booked,
  id: 1,
  version: 2,
  start: at(time),
  staff_id: 7,
  room_id: 3,
  duration: 15,
})

const answers: Record<string, (api: FakeApi) => void> = {
  moved: (api) => api.answer(MOVE, () => movedTo('10:30')),
  refused: (api) =>
    api.fail(MOVE, refusal('slot_taken', { detail: 'This time has just been taken.' })),
  error: (api) => api.fail(MOVE, noAnswer),
}

/** Sam works at the quay. */
const quay = () => {
  const { rooms, occurrences } = schedule()
  return {
    rooms: [...rooms, { id: 5, name: 'Room 5', site_id: 4 }],
    occurrences: [
      ...occurrences,
      ...occurrences.map((of) => ({ ...of, id: 12, staff_id: 8, room_id: 5 })),
    ],
  }
}

async function openGrid(sends = {}) {
  const stage = showTo(viewerWith('clinic.change_appointment'), undefined, sends)
  await stage.answer(schedule(undefined, quay()))
  const block = await cell(/Ines Okafor/)
  return { ...stage, block, isNotified: 'sendsEmail' in sends }
}
type Stage = Awaited<ReturnType<typeof openGrid>>

const keysFor = (event: Happening): string => {
  switch (event.type) {
    case 'appointment.taken':
      return 'm'
    case 'appointment.carried':
      if (isElsewhere(event)) return '{ArrowRight}'
      // To 10:30am, and beyond the end of the hours at 11am.
      return (event as { objection?: string }).objection ? '{PageDown}{PageDown}' : '{PageDown}'
    case 'appointment.dropped':
      return '{Enter}'
    default:
      return '{Escape}'
  }
}

async function drive({ api, user, block, answer, isNotified }: Stage, event: Happening) {
  const kind = (event.output as { kind: string } | undefined)?.kind ?? 'error'
  if (event.actorId !== undefined) {
    await act(async () => answers[kind]?.(api))
    // What was moved is where it was carried to once the schedule has been read again.
    if (kind === 'moved') {
      await answer(schedule([appointment({ version: 2, start: at('10:30'), end: at('10:45') })]))
    }
  } else if (event.type === 'move.confirmed') {
    const message = screen.queryByRole('textbox', { name: /^Message to the patient/ })
    if (message) await user.type(message, 'Sorry about this.')
    await user.click(await screen.findByRole('button', { name: /^Move to (Quay|10:30am)$/ }))
  } else if (event.type === 'move.abandoned' && isAsked()) {
    await user.click(await screen.findByRole('button', { name: /^Keep at (Mill Lane|9:30am)$/ }))
  } else if (event.type === 'refusal.read') {
    await user.click(screen.getByRole('button', { name: 'Close' }))
  } else {
    if (event.type === 'appointment.taken') act(() => block.focus())
    const isQuestion =
      event.type === 'appointment.dropped' &&
      !isRefused() &&
      (over() === 'Sam Idris' || (isNotified && !bar()?.startsWith('9:30am')))
    await user.keyboard(keysFor(event))
    if (isQuestion) await screen.findByRole('dialog')
  }
}

const isElsewhere = (event: Happening) =>
  (event as { to?: { siteId: number } }).to?.siteId === elsewhere.siteId
const isAsked = () => screen.queryByRole('dialog') !== null

const ghost = () => document.querySelector('.schedule-ghost')?.textContent
const bar = () => document.querySelector('.move-bar [role="status"]')?.textContent

const screens: Record<string, (stage: Stage) => void> = {
  idle: () => {
    expect(ghost()).toBeUndefined()
    expect(bar()).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  },
  carrying: () => {
    expect(bar()).toBe(
      `${ghost()}, ${over()}. ${isRefused() ? `${over()} is not working then.` : ''}`,
    )
    expect(screen.getByRole('gridcell', { name: /^9:30am to 9:45am/ })).toBeTruthy()
  },
  confirming: ({ api }) => {
    const { textContent } = screen.getByRole('dialog', { name: /^Move to (Quay|10:30am)\?$/ })
    expect(textContent).toMatch(
      /Ines Okafor is booked at (Mill Lane\. The appointment would be at Quay, 9:30am to 9:45am, Sam Idris|9:30am\. The appointment would be at 10:30am, Rosa Whitfield)\./,
    )
    expect(api.isWaiting(...MOVE)).toBe(false)
  },
  saving: ({ api, isNotified }) => {
    expect(bar()).toBe('Moving…')
    const told = { tell_patient: true, message: isNotified ? 'Sorry about this.' : '' }
    expect([
      { version: 1, start: at('10:30'), ...(isNotified && told) },
      { version: 1, staff_id: 8, room_id: 5, ...told },
    ]).toContainEqual(api.sent.at(-1)?.options['body'])
  },
  refused: () => {
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Not moved\. (This time has just been taken\.|(Rosa Whitfield|Sam Idris) is not working then\.)/,
    )
    expect(screen.getByRole('gridcell', { name: /^9:30am to 9:45am/ })).toBeTruthy()
  },
  unanswered: () =>
    expect(screen.getByRole('alert').textContent).toMatch(/we do not know if it was moved/),
}
const over = () => (bar()?.includes('Sam Idris') ? 'Sam Idris' : 'Rosa Whitfield')
const isRefused = () => document.querySelector('.schedule-ghost-refused') !== null

const unnotified = appointmentMoveMachine.provide({ guards: { isNotified: () => false } })

/** Where messages are sent, and where none are. */
const walks = [appointmentMoveMachine, unnotified].flatMap((machine) =>
  everyWalk(machine, {
    events: happenings(moveCatalogue).filter((event) => (event as { to?: unknown }).to !== longer),
    distinguish: (context: { to: unknown; objection: string }) => [context.to, context.objection],
  }).map((path) => ({ ...path, isNotified: machine === appointmentMoveMachine })),
)

describeScreens('every way through the move of an appointment in the grid', {
  paths: onePerStep(walks),
  open: ({ isNotified }) => {
    // Before the day that is shown: of what is over nobody is told.
    if (isNotified) vi.spyOn(Date, 'now').mockReturnValue(Date.parse(at('08:00')))
    return openGrid(isNotified ? { sendsEmail: true } : {})
  },
  drive,
  screens,
})

test('what was carried is where it was dropped, and has the focus', async () => {
  const stage = await openGrid()
  act(() => stage.block.focus())
  await stage.user.keyboard('m{PageDown}{Enter}')
  await act(async () => answers['moved']?.(stage.api))
  await stage.answer(schedule([appointment({ version: 2, start: at('10:30'), end: at('10:45') })]))
  expect(document.activeElement).toBe(await cell(/^10:30am to 10:45am/))
})

describe('a refusal', () => {
  const refuseIt = async () => {
    const stage = await openGrid()
    act(() => stage.block.focus())
    await stage.user.keyboard('m{PageDown}{Enter}')
    await act(async () => answers['refused']?.(stage.api))
    expect(screen.getByRole('alert').textContent).toContain('Not moved.')
    return stage
  }

  test('goes with the day that it was about', async () => {
    const { user } = await refuseIt()
    await user.click(screen.getByRole('link', { name: 'Next day' }))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('goes when the network is back', async () => {
    await refuseIt()
    act(() => void dispatchEvent(new Event('online')))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('gives the focus back to the grid when it is closed', async () => {
    const { user } = await refuseIt()
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(document.activeElement?.getAttribute('role')).toBe('gridcell')
  })
})

describe('what was moved', () => {
  const moveIt = async () => {
    const stage = await openGrid()
    act(() => stage.block.focus())
    await stage.user.keyboard('m{PageDown}{Enter}')
    await act(async () => answers['moved']?.(stage.api))
    await stage.answer(
      schedule([appointment({ version: 2, start: at('10:30'), end: at('10:45') })]),
    )
    return stage
  }
  const told = () => screen.getByRole('region', { name: 'Notifications' }).textContent

  test('is told with its time, clinician and branch, and goes back where it was', async () => {
    const { api, user, answer } = await moveIt()
    expect(told()).toContain('Moved Ada Byron to 10:30am, Samir Okafor, Harbour Street')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(api.sent.at(-1)?.options).toMatchObject({ body: { version: 2, start: at('09:30') } })
    await act(async () => api.answer(MOVE, () => ({ ...movedTo('09:30'), version: 3 })))
    await answer(schedule())
    expect(told()).toContain(
      'Undone. Ada Byron is back at 9:30am with Samir Okafor, Harbour Street',
    )
  })

  test('says why it cannot go back, and can be looked at', async () => {
    const { api, user } = await moveIt()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await act(async () =>
      api.fail(MOVE, refusal('slot_taken', { detail: 'The clinician is occupied.' })),
    )
    await waitFor(() => expect(told()).toContain('Not undone. The clinician is occupied.'))
    expect(screen.getByRole('button', { name: 'Open the appointment' })).toBeTruthy()
  })

  test('can be undone once more where nobody answered', async () => {
    const { api, user } = await moveIt()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await act(async () => api.fail(MOVE, noAnswer))
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(api.isWaiting(...MOVE)).toBe(true)
  })
})
