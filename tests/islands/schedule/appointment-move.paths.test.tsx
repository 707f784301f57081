import '../ui/island-setup.ts'

import { act, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { appointmentMoveMachine } from '#machines/appointment-move.machine.ts'
import { moveCatalogue } from '../../machines/appointment-move.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { everyWalk, stateName } from '../../machines/walk-machine.ts'
import { type FakeApi, noAnswer, refusal } from '../booking/fake-api.ts'
import { appointment, at, schedule } from './schedule-sample.ts'
import { cell, showTo, viewerWith } from './schedule-stage.tsx'

const MOVE = ['PUT admin/appointments/{id}/']

const answers: Record<string, (api: FakeApi) => void> = {
  moved: (api) => api.answer(MOVE, () => ({})),
  refused: (api) =>
    api.fail(MOVE, refusal('slot_taken', { detail: 'This time has just been taken.' })),
  error: (api) => api.fail(MOVE, noAnswer),
}

async function openGrid() {
  const stage = showTo(viewerWith('clinic.change_appointment'))
  await stage.answer(schedule())
  const block = await cell(/Ines Okafor/)
  return { ...stage, block }
}
type Stage = Awaited<ReturnType<typeof openGrid>>

const keysFor = (event: Happening): string => {
  switch (event.type) {
    case 'appointment.taken':
      return 'm'
    case 'appointment.carried':
      // To 10:30am, and beyond the end of the hours at 11am.
      return (event as { objection?: string }).objection ? '{PageDown}{PageDown}' : '{PageDown}'
    case 'appointment.dropped':
      return '{Enter}'
    default:
      return '{Escape}'
  }
}

async function drive({ api, user, block, answer }: Stage, event: Happening) {
  const kind = (event.output as { kind: string } | undefined)?.kind ?? 'error'
  if (event.actorId !== undefined) {
    await act(async () => answers[kind]?.(api))
    // What was moved is where it was carried to once the schedule has been read again.
    if (kind === 'moved') {
      await answer(schedule([appointment({ version: 2, start: at('10:30'), end: at('10:45') })]))
    }
  } else if (event.type === 'refusal.read') {
    await user.click(screen.getByRole('button', { name: 'Close' }))
  } else {
    if (event.type === 'appointment.taken') act(() => block.focus())
    await user.keyboard(keysFor(event))
  }
}

const ghost = () => document.querySelector('.schedule-ghost')?.textContent
const bar = () => document.querySelector('.move-bar [role="status"]')?.textContent

const screens: Record<string, (stage: Stage) => void> = {
  resting: () => {
    expect(ghost()).toBeUndefined()
    expect(bar()).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  },
  carrying: () => {
    expect(bar()).toBe(
      `${ghost()}, Rosa Whitfield. ${isRefused() ? 'Rosa Whitfield does not work then.' : ''}`,
    )
    expect(screen.getByRole('gridcell', { name: /^9:30am to 9:45am/ })).toBeTruthy()
  },
  saving: ({ api }) => {
    expect(bar()).toBe('Moving it…')
    expect(ghost()).toBe('10:30am to 10:45am')
    expect(api.sent.at(-1)?.options).toMatchObject({ body: { version: 1, start: at('10:30') } })
  },
  refused: () => {
    expect(screen.getByRole('alert').textContent).toMatch(
      /^It stays where it was\. (This time has just been taken\.|It was not moved: the service did not answer\. Try again\.|Rosa Whitfield does not work then\.)/,
    )
    expect(screen.getByRole('gridcell', { name: /^9:30am to 9:45am/ })).toBeTruthy()
  },
}
const isRefused = () => document.querySelector('.schedule-ghost-refused') !== null

const paths = everyWalk(appointmentMoveMachine, {
  events: happenings(moveCatalogue),
  distinguish: (context: { to: unknown; objection: string }) => [context.to, context.objection],
})

describe('every way through the move of an appointment in the grid', () => {
  const shown = new Set(['resting'])
  test.each(paths.map((path) => [path.name, path] as const))('%s', async (_name, { steps }) => {
    const stage = await openGrid()
    screens['resting']?.(stage)
    for (const { event, value } of steps) {
      await drive(stage, event)
      screens[stateName(value)]?.(stage)
      shown.add(stateName(value))
    }
  })
  test('shows every screen', () => {
    expect([...shown].sort()).toEqual(Object.keys(screens).sort())
  })
})

test('what was carried is where it was dropped, and has the focus', async () => {
  const stage = await openGrid()
  act(() => stage.block.focus())
  await stage.user.keyboard('m{PageDown}{Enter}')
  await act(async () => answers['moved']?.(stage.api))
  await stage.answer(schedule([appointment({ version: 2, start: at('10:30'), end: at('10:45') })]))
  expect(document.activeElement).toBe(await cell(/^10:30am to 10:45am/))
})
