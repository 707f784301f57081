import { act, fireEvent, screen } from '@testing-library/react'
import { vi } from 'vitest'
import { Planner, type PlannerStep, parseTrail, toHistoryState } from '#islands/planner/Planner.tsx'
import type { AppointmentPlan, PlannerChoices } from '#lib/contract/planner.ts'
import { ada } from '../../machines/people/new-patient.catalogue.ts'
import { plannedPlace } from '../../machines/planner/planner.catalogue.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { allTexts } from '../hands.ts'
import { openIsland } from '../open-island.tsx'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

export const PLAN = ['GET admin/appointment-planner/']
const USERS = ['GET admin/users/']
export const BOOK = ['POST admin/appointments/']
export const SERIES = ['POST admin/appointments/series/']
export const CHECK = ['GET admin/check-availability/']

const { site, start, end, type } = plannedPlace
const maya = {
  staff_id: 7,
  full_name: 'Maya Clinician',
  room_id: 5,
  room_name: 'Room 5',
  availability_id: 3,
}
const noor = { ...maya, staff_id: 8, full_name: 'Noor Okafor', room_id: 6, room_name: 'Room 6' }

const choices: PlannerChoices = {
  appointment_types: [
    { id: 11, name: 'Flu vaccination', duration: 15 },
    { id: 12, name: 'Travel clinic', duration: 30 },
  ],
  sites: [site, { id: 4, slug: 'mill', name: 'Mill Lane' }],
  clinicians: [maya, noor].map(({ staff_id, full_name }) => ({ staff_id, full_name })),
}

const listedSite = { ...site, display_order: 0 }

/** Two dates; at half past nine Maya alone, at two o'clock both. */
export function planFor({ query }: Record<string, unknown>): AppointmentPlan {
  const { date } = query as { date?: string }
  return {
    appointment_type: { id: type.id, slug: 'flu', name: type.name, duration: 15, disabled: false },
    time_zone: 'Europe/London',
    from: date ?? '2026-08-04',
    to: date ?? '2026-11-01',
    dates: [
      { date: '2026-08-06', places: 2, first: start },
      { date: '2026-09-01', places: 1, first: '2026-09-01T08:00:00.000Z' },
    ],
    times: date
      ? [
          { start, end, site: listedSite, clinicians: [maya] },
          {
            start: '2026-08-06T13:00:00.000Z',
            end: '2026-08-06T13:15:00.000Z',
            site: listedSite,
            clinicians: [maya, noor],
          },
        ]
      : [],
  }
}

type Given = {
  search?: string
  canBook?: boolean
  canCreate?: boolean
  canSetDuration?: boolean
  /** What the browser knows of the history entry, as after a reload. */
  state?: unknown
}

/** The real island in front of an API that waits. */
export async function openPlanner({ search = '?type=11', state = null, ...may }: Given = {}) {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  history.replaceState(state, '', `/clinic/appointment-planner${search}`)
  const island = await openIsland((api) => (
    <Planner
      canBook={may.canBook ?? true}
      canCreate={may.canCreate ?? true}
      canSetDuration={may.canSetDuration ?? false}
      {...{ choices, settings, search, api }}
    />
  ))
  const { api, user } = island
  const stage = {
    ...island,
    answer: api.answered,
    fail: api.failed,
    /** Answers whatever dates and times are being asked for. */
    async showPlans() {
      while (api.isWaiting(...PLAN)) await stage.answer(PLAN, planFor)
    },
    async find(text: string) {
      await user.click(screen.getByRole('combobox', { name: 'Find a patient' }))
      await user.paste(text)
      await settled(300)
      await stage.answer(USERS, () => ({ count: 1, results: [ada] }))
    },
  }
  return stage
}

export type PlannerStage = Awaited<ReturnType<typeof openPlanner>>
export const heading = () => screen.getByRole('heading', { level: 1 }).textContent
export const buttons = () => allTexts('button')

/** What the API says of an appointment that was booked, as far as the planner reads it. */
export const bookedAnswer = {
  id: 91,
  reference: 'ABCD-2345',
  start,
  clinician: { id: 7, full_name: 'Maya Clinician' },
}

const shownStep = () => parseTrail(history.state).trail.at(-1) ?? 'dates'
const popped = () => new Promise((resolve) => addEventListener('popstate', resolve, { once: true }))

/** Resolves when the browser's history stands at a step. */
export async function arrivedAt(step: PlannerStep) {
  while (shownStep() !== step) await act(popped)
}

/** Goes back or forward by the browser's own buttons; the page has followed. */
export async function press(by: number) {
  const arrived = popped()
  history.go(by)
  await act(() => arrived)
  await settled()
}

/** Comes to a step by the browser's buttons: back by presses, forward in one go over its entries. */
export async function travelTo(step: PlannerStep) {
  const order: PlannerStep[] = ['dates', 'times', 'patient', 'check']
  const to = order.indexOf(step)
  while (order.indexOf(shownStep()) > to || shownStep() === 'booked') await press(-1)
  if (shownStep() === step) return
  for (let at = order.indexOf(shownStep()) + 1; at <= to; at += 1) {
    history.pushState(toHistoryState(order.slice(0, at + 1), plannedPlace.date), '')
  }
  fireEvent.popState(window)
  await settled()
}
