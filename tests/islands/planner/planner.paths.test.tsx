import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import type { PlannerStep } from '#islands/planner/Planner.tsx'
import { plannerMachine } from '#machines/planner/planner.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { plannerCatalogue } from '../../machines/planner/planner.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled } from '../settled.ts'
import {
  arrivedAt,
  BOOK,
  bookedAnswer,
  buttons,
  heading,
  openPlanner,
  type PlannerStage,
  press,
  SERIES,
  travelTo,
} from './planner-stage.tsx'

const sending = [...BOOK, ...SERIES]

const answers: Record<string, (stage: PlannerStage) => unknown> = {
  booked: ({ api, answer }) =>
    api.isWaiting(...BOOK)
      ? answer(BOOK, () => bookedAnswer)
      : answer(SERIES, () => ({ count: 1, results: [bookedAnswer] })),
  slotTaken: ({ fail }) => fail(sending, refusal('slot_taken', { detail: 'Choose another.' })),
  unbookable: ({ fail }) =>
    fail(
      sending,
      refusal('invalid', {
        fields: { 'occurrences.1': ['Thursday 20 August 2026, 9:30am: The room is taken.'] },
      }),
    ),
  refused: ({ fail }) =>
    fail(sending, refusal('conflict', { detail: 'This patient has another appointment then.' })),
  error: ({ fail }) => fail(sending, noAnswer),
}

const personDoes: Record<string, (stage: PlannerStage, event: Happening) => unknown> = {
  'date.chosen': async (stage) => {
    await stage.showPlans()
    await stage.press(/^Thursday 6/)
    await stage.showPlans()
  },
  'date.closed': ({ press }) => press('Close'),
  'time.chosen': ({ press }) => press('9:30am Maya Clinician'),
  'time.changed': async (stage) => {
    await stage.press('Change date and time')
    await stage.showPlans()
  },
  'patient.chosen': async (stage) => {
    await stage.find('ada')
    await stage.user.click(screen.getByRole('option'))
    await settled()
  },
  'patient.changed': ({ press }) => press('Change patient'),
  'patient.dropped': async (stage) => {
    await stage.showPlans()
    await stage.press('Choose patient later')
  },
  'booking.confirmed': async ({ press }, event) => {
    const { repeat } = event as unknown as { repeat: object | null }
    await press(repeat ? 'Repeatedly' : 'Once', 'radio')
    await press(repeat ? /^Book \d+ appointments$/ : 'Book appointment')
  },
  'booking.retried': ({ press }) => press('Try again'),
  'booking.left': ({ press }) => press('Stop and check the schedule'),
  'another.requested': ({ press }, event) =>
    press(
      (event as unknown as { samePatient: boolean }).samePatient
        ? 'Plan another for this patient'
        : 'Plan another appointment',
    ),
}

/** By the browser's own buttons, as far as it takes. */
const travels = ['dates', 'times', 'patient', 'check'] as const
for (const step of travels) personDoes[`${step}.revisited`] = () => travelTo(step)

async function drive(stage: PlannerStage, event: Happening, { to }: { to: string }) {
  const kind = (event.output as { kind: string } | undefined)?.kind ?? 'error'
  if (event.actorId) await answers[kind]?.(stage)
  else await personDoes[event.type]?.(stage, event)
  await stage.showPlans()
  await arrivedAt(stepOfState[to] ?? 'check')
}

const stepOfState: Record<string, PlannerStep> = {
  choosingDate: 'dates',
  choosingTime: 'times',
  choosingPatient: 'patient',
  booked: 'booked',
}

const screens: Record<string, (stage: PlannerStage) => unknown> = {
  choosingDate: async (stage) => {
    await stage.showPlans()
    expect(heading()).toBe('Appointment planner')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(
      screen.getByRole('button', { name: /^Thursday 6.August 2 times, from 9:30am$/ }),
    ).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'September 2026' })).toBeTruthy()
  },
  choosingTime: () => {
    const dialog = within(screen.getByRole('dialog', { name: /Thursday 6.August 2026/ }))
    expect(dialog.getByRole('button', { name: '2pm 2 clinicians' })).toBeTruthy()
    expect(dialog.getByRole('heading', { name: 'Afternoon' })).toBeTruthy()
  },
  choosingPatient: () => {
    expect(heading()).toBe('Who is it for?')
    expect(screen.getByRole('combobox', { name: 'Find a patient' })).toBeTruthy()
    expect(buttons()).toEqual(['Change date and time', 'Add a new patient'])
  },
  confirming: () => {
    expect(heading()).toBe('Check and book')
    expect(screen.getByText('born 27 March 1984')).toBeTruthy()
    expect(buttons()).toHaveLength(3)
  },
  booking: () => expect(buttons()).toEqual(['Booking']),
  unanswered: () => {
    expect(screen.getByRole('alert').textContent).toMatch(/do not know whether it was booked/)
    expect(buttons()).toEqual(['Try again', 'Stop and check the schedule'])
  },
  booked: () => {
    expect(heading()).toBe('Booked')
    expect(screen.getByText('ABCD-2345')).toBeTruthy()
    expect(screen.getByRole('link', { name: /9:30am on Thursday/ }).getAttribute('href')).toBe(
      '/clinic/schedule/staff/7/2026/08/06',
    )
  },
}

describeScreens('every way through the planner', {
  paths: longWalks(plannerMachine, {
    events: happenings(plannerCatalogue),
    distinguish: ({
      place,
      patient,
      unbookable,
      refusal,
      lost,
    }: SnapshotFrom<typeof plannerMachine>['context']) => [
      place !== null,
      patient !== null,
      unbookable.length,
      refusal,
      lost,
    ],
  }),
  open: () => openPlanner(),
  drive,
  screens,
})

test.each([
  ['the patient', 2],
  ['the check', 3],
])('the browser leads from %s back to the dates in one go', async (_, steps) => {
  const stage = await openPlanner()
  await screens['choosingDate']?.(stage)
  for (const type of ['date.chosen', 'time.chosen', 'patient.chosen'].slice(0, steps))
    await personDoes[type]?.(stage, { type })
  await press(-steps)
  await screens['choosingDate']?.(stage)
})
