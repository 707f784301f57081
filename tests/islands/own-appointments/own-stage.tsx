import { screen } from '@testing-library/react'
import { vi } from 'vitest'
import { OwnAppointments } from '#islands/own-appointments/OwnAppointments.tsx'
import { mondayBefore } from '#lib/dates/format-date-time.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { appointment, harbour, makeWeek, slotAt } from '../booking/samples.ts'
import { allTexts } from '../hands.ts'
import { openIsland } from '../open-island.tsx'
import { settings } from '../public-settings.ts'

export const READ = ['GET private/appointments/{id}/']
export const LIST = ['GET private/appointments/']
export const MOVE = ['PUT private/appointments/{id}/']
export const WEEK = ['GET private/appointments/{id}/weekly-availability/']

/** A week ahead of `NOW`, and still to be changed by its patient. */
export const mine = {
  ...appointment,
  status: 'booked' as const,
  start: '2026-08-13T08:30:00Z',
  end: '2026-08-13T09:00:00Z',
  version: 3,
  changeable_until: '2026-08-12T08:30:00Z',
}

/** Times on Thursday and Friday. */
export function weekAt({ query }: Record<string, unknown>) {
  const monday = mondayBefore(String((query as { week: string }).week))
  const day = (plus: number) =>
    new Date(Date.parse(monday) + plus * 86_400_000).toISOString().slice(0, 10)
  return makeWeek(monday, [
    slotAt(`${day(3)}T08:30:00Z`, harbour),
    slotAt(`${day(3)}T09:30:00Z`, harbour),
    slotAt(`${day(4)}T13:00:00Z`, harbour),
  ])
}

/** The real island in front of an API that waits. */
export async function openOwn(search: string) {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  history.replaceState(null, '', `/user/appointments${search}`)
  const stage = await openIsland((api) => <OwnAppointments {...{ settings, search, api }} />)
  return { ...stage, answer: stage.api.answered, fail: stage.api.failed }
}

export type OwnStage = Awaited<ReturnType<typeof openOwn>>
export const heading = () => screen.getByRole('heading', { level: 1 }).textContent
export const buttons = () => allTexts('button')
