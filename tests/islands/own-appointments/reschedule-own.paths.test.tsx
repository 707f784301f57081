import { fireEvent, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { rescheduleOwnMachine } from '#machines/own-appointments/reschedule-own.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { rescheduleOwnCatalogue } from '../../machines/own-appointments/reschedule-own.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { settled } from '../settled.ts'
import {
  buttons,
  heading,
  MOVE,
  mine,
  type OwnStage,
  openOwn,
  READ,
  WEEK,
  weekAt,
} from './own-stage.tsx'

const NEW_START = '2026-08-13T09:30:00Z'
const moved = {
  ...mine,
  start: NEW_START,
  end: '2026-08-13T10:00:00Z',
  version: 4,
  rescheduled_on: '2026-08-03T09:20:00.000Z',
}

async function openRescheduling() {
  const stage = await openOwn(`?appointment=${mine.id}`)
  await stage.answer(READ, () => mine)
  await stage.press('Move to another time')
  return stage
}

/** Answers whatever week is asked for. */
async function showTimes({ api }: OwnStage) {
  while (api.isWaiting(...WEEK)) {
    await api.answered(WEEK, weekAt)
  }
}

const answers: Record<string, (stage: OwnStage) => unknown> = {
  moved: async (stage) => {
    await stage.answer(MOVE, () => moved)
    await stage.answer(READ, () => moved)
  },
  slotTaken: ({ fail }) => fail(MOVE, refusal('slot_taken')),
  changed: async (stage) => {
    await stage.fail(MOVE, refusal('stale'))
    await stage.answer(READ, () => ({ ...mine, start: '2026-08-14T08:30:00Z', version: 4 }))
  },
  tooLate: async (stage) => {
    const late = { ...mine, changeable_until: '2026-08-01T08:30:00Z' }
    await stage.fail(MOVE, refusal('conflict'))
    await stage.answer(READ, () => late)
    await stage.answer(READ, () => late)
  },
  notFound: async (stage) => {
    await stage.fail(MOVE, refusal('not_found'))
    await stage.fail(READ, refusal('not_found'))
  },
  refused: async (stage) => {
    const detail = 'You already have an appointment at this time.'
    await stage.fail(MOVE, refusal('conflict', { detail }))
    await stage.answer(READ, () => mine)
  },
  unsent: ({ fail }) => fail(MOVE, unsent),
  error: ({ fail }) => fail(MOVE, noAnswer),
}

/** The version that the last try was about. */
const lastSeen = ({ api }: OwnStage) => {
  const tries = api.sent.filter(({ key }) => key === MOVE[0])
  return (tries.map(({ options }) => options['body'] as typeof mine).at(-1) ?? mine).version
}

/** What the appointment is like when it is looked up after a try that went unanswered. */
const lookUps: Record<string, (stage: OwnStage) => unknown> = {
  moved: async (stage) => {
    await stage.answer(READ, () => moved)
    await stage.answer(READ, () => moved)
  },
  notMoved: (stage) => stage.answer(READ, () => ({ ...mine, version: lastSeen(stage) })),
  changed: (stage) =>
    stage.answer(READ, () => ({
      ...mine,
      start: '2026-08-14T08:30:00Z',
      version: lastSeen(stage) + 1,
    })),
  tooLate: async (stage) => {
    const late = { ...mine, changeable_until: '2026-08-01T08:30:00Z' }
    await stage.answer(READ, () => late)
    await stage.answer(READ, () => late)
  },
  notFound: async (stage) => {
    await stage.fail(READ, refusal('not_found'))
    await stage.fail(READ, refusal('not_found'))
  },
  error: ({ fail }) => fail(READ, noAnswer),
}

const personDoes: Record<string, (stage: OwnStage) => unknown> = {
  'time.chosen': async (stage) => {
    await showTimes(stage)
    await stage.press(/^10:30am/)
  },
  'time.changed': ({ press }) => press('Change new time'),
  'move.confirmed': ({ press }) => press('Move appointment'),
  'move.retried': ({ press }) => press('Try again'),
  'connection.restored': async () => {
    fireEvent(window, new Event('online'))
    await settled()
  },
  'change.seen': ({ press }) => press('Choose another time'),
  'rescheduling.left': async (stage) => {
    await stage.press('Keep the current time')
    await stage.answer(READ, () => mine)
  },
}

async function drive(stage: OwnStage, { type, actorId, output }: Happening) {
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  const happens = actorId ? (actorId === 'checkMove' ? lookUps : answers)[kind] : personDoes[type]
  await happens?.(stage)
}

const screens: Record<string, (stage: OwnStage) => unknown> = {
  choosingTime: async (stage) => {
    expect(heading()).toBe('Choose another time')
    await showTimes(stage)
    expect(buttons()).toContain('Keep the current time')
    expect(buttons().some((text) => text?.startsWith('10:30am'))).toBe(true)
  },
  confirming: () => {
    expect(heading()).toBe('Check the new time')
    expect(screen.getByText('10:30am on Thursday 13 August 2026')).toBeTruthy()
    expect(buttons()).toEqual(['Change new time', 'Move appointment', 'Keep the current time'])
    // On a phone it stands below the other one.
    const leave = screen.getByRole('button', { name: 'Keep the current time' })
    expect(leave.classList).toContain('button-flush')
  },
  moving: ({ api }) => {
    expect(buttons()).toEqual(['Moving', 'Keep the current time'])
    expect(api.sent.at(-1)).toMatchObject({
      key: MOVE[0],
      options: {
        params: { id: mine.id },
        body: { version: expect.any(Number), start: NEW_START, site_id: 1 },
      },
    })
  },
  unanswered: () => {
    expect(screen.getByRole('alert').textContent).toMatch(/safe to try again/)
    expect(buttons()).toEqual(['Try again'])
  },
  checking: ({ api }) => {
    expect(buttons()).toEqual(['Checking your appointment', 'Keep the current time'])
    expect(api.isWaiting(...MOVE)).toBe(false)
  },
  changed: () => {
    expect(heading()).toBe('This appointment has changed')
    expect(screen.getByRole('alert').textContent).toMatch(/Friday 14.August 2026/)
  },
  moved: () => {
    expect(heading()).toBe('Your appointment')
    expect(buttons()).toContain('Replace calendar entry')
    expect(screen.getByText(/has been moved to 10:30am on Thursday 13.August 2026/)).toBeTruthy()
    expect(document.activeElement?.textContent).toBe('Your appointment')
  },
  left: () => expect(buttons()).not.toContain('Keep the current time'),
}

describeScreens('every way through moving one’s own appointment', {
  paths: longWalks(rescheduleOwnMachine, {
    events: happenings(rescheduleOwnCatalogue),
    distinguish: (context: { notice: unknown }) => context.notice,
  }),
  open: () => openRescheduling(),
  drive,
  screens,
})

const toMoving = async () => {
  const stage = await openRescheduling()
  await personDoes['time.chosen']?.(stage)
  await stage.press('Move appointment')
  return stage
}

test('says why it was not moved, and keeps the times at hand', async () => {
  const stage = await toMoving()
  await answers['refused']?.(stage)
  expect(screen.getByRole('alert').textContent).toBe(
    'Your appointment has not been moved. You already have an appointment at this time.',
  )
  await screens['choosingTime']?.(stage)
})

test('back online nothing is moved again: it is read, and shown as it is', async () => {
  const stage = await toMoving()
  await answers['error']?.(stage)
  await personDoes['connection.restored']?.(stage)
  await stage.answer(READ, () => mine)
  expect(stage.api.sent.filter(({ key }) => key === MOVE[0])).toHaveLength(1)
  expect(screen.getByRole('alert').textContent).toMatch(/has not been moved/)
  screens['confirming']?.(stage)
})

test('a move that never left the browser is not said to have been tried', async () => {
  const stage = await toMoving()
  await answers['unsent']?.(stage)
  expect(screen.getByRole('alert').textContent).toMatch(/You are offline, so .* has not been moved/)
  screens['confirming']?.(stage)
})

test('a move that went through unheard is found to be made', async () => {
  const stage = await toMoving()
  await answers['error']?.(stage)
  await stage.press('Try again')
  await stage.fail(MOVE, refusal('stale'))
  await stage.answer(READ, () => moved)
  await stage.answer(READ, () => moved)
  screens['moved']?.(stage)
})

test('after somebody else’s change the next try says what was seen then', async () => {
  const stage = await toMoving()
  await answers['changed']?.(stage)
  await stage.press('Choose another time')
  await personDoes['time.chosen']?.(stage)
  await stage.press('Move appointment')
  expect(stage.api.sent.at(-1)?.options['body']).toMatchObject({ version: 4 })
})

test('once it was read, that it was moved is not said again', async () => {
  const stage = await toMoving()
  await answers['moved']?.(stage)
  screens['moved']?.(stage)
  await stage.press('Cancel this appointment')
  await stage.press('Keep appointment')
  expect(screen.queryByText(/has been moved to/)).toBeNull()
})

describe('the browser’s back button', () => {
  const go = async (by: number) => {
    history.go(by)
    await settled(50)
  }

  test('leads from the check through what was looked at to the appointment', async () => {
    const stage = await openRescheduling()
    const before = history.length
    await showTimes(stage)
    await stage.press('Next week')
    await showTimes(stage)
    await stage.press(/^Friday 21/)
    await stage.press(/^2pm/)
    expect(heading()).toBe('Check the new time')
    expect(history.length).toBe(before + 3)
    await go(-1)
    expect(heading()).toBe('Choose another time')
    await showTimes(stage)
    const day = () => document.querySelector('[aria-pressed=true], [aria-current]')?.textContent
    expect(day()).toContain('Friday')
    await go(-1)
    expect(day()).toContain('Thursday')
    await go(-1)
    await showTimes(stage)
    expect(buttons().some((text) => text?.startsWith('10:30am'))).toBe(true)
    await go(2)
    await go(1)
    expect(heading()).toBe('Check the new time')
    await go(-4)
    await stage.answer(READ, () => mine)
    expect(heading()).toBe('Your appointment')
    expect(location.search).toBe(`?appointment=${mine.id}`)
  })

  test('leads past the move once it is made or left', async () => {
    const stage = await toMoving()
    await stage.answer(MOVE, () => moved)
    await settled(50)
    await stage.answer(READ, () => moved)
    expect(history.state.move).toEqual({ depth: 0, step: 'appointment' })
    screens['moved']?.(stage)
    await stage.press('Move to another time')
    await stage.press('Keep the current time')
    await settled(50)
    expect(history.state.move).toEqual({ depth: 0, step: 'appointment' })
    await stage.answer(READ, () => moved)
    expect(heading()).toBe('Your appointment')
  })

  test('waits while a move is under way', async () => {
    const stage = await toMoving()
    await go(-2)
    expect(heading()).toBe('Check the new time')
    await stage.fail(MOVE, refusal('slot_taken'))
    await screens['choosingTime']?.(stage)
    await go(-1)
    await stage.answer(READ, () => mine)
    expect(heading()).toBe('Your appointment')
  })

  test('stays where it is for the link that skips to the content', async () => {
    const stage = await openRescheduling()
    location.hash = '#main'
    await settled(50)
    await screens['choosingTime']?.(stage)
  })
})
