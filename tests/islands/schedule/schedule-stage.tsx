// The parts that arrive when they are wanted are there, however busy the machine is.
import '#islands/appointments/AppointmentDialog.tsx'
import '#islands/schedule/BookAtTime.tsx'
import '#islands/schedule/MoveQuestion.tsx'
import '#islands/schedule/grid/ScheduleGrid.tsx'

import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, vi } from 'vitest'
import { ScheduleApp } from '#islands/schedule/ScheduleApp.tsx'
import type { OpenChannel } from '#islands/schedule/schedule-channel.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Schedule, ScheduleChanged } from '#lib/contract/schedule.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { fakeApi } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { showQueriesAtOnce } from '../queries-at-once.ts'
import { at, DAY } from './schedule-sample.ts'

const READ = ['GET admin/clinic/schedule/']

/** Rosa, a clinician who may look at everybody's. */
export const viewer: Viewer = {
  id: 1,
  uuid: '00000000-0000-4000-8000-000000000001',
  full_name: 'Rosa Whitfield',
  permissions: ['clinic.view_appointment', 'clinic.view_other_appointments'],
  is_staff: true,
  is_superuser: false,
  staff_id: 7,
  expires_at: at('20:00'),
  is_fresh: true,
}

/** Rosa, when she holds these as well. */
export const viewerWith = (...more: Permission[]): Viewer => ({
  ...viewer,
  permissions: [...viewer.permissions, ...more],
})

/** The real screen in front of an API and a channel that say what they are told to. */
export function showTo(
  who: Viewer,
  address = `/clinic/schedule/staff?date=${DAY}`,
  sends: Partial<PublicSettings> = {},
) {
  showQueriesAtOnce()
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200)
  history.replaceState(null, '', address)
  const [path = '', search = ''] = address.split('?')
  const api = fakeApi()
  let channel: Parameters<OpenChannel>[0] | undefined
  const openChannel: OpenChannel = (listener) => {
    channel = listener
    return () => undefined
  }
  render(
    <ScheduleApp
      settings={{ ...settings, ...sends }}
      viewer={who}
      path={path}
      search={search && `?${search}`}
      today={DAY}
      api={api.client}
      openChannel={openChannel}
    />,
  )
  const answer = async (read: Schedule) => {
    await waitFor(() => expect(api.isWaiting(...READ)).toBe(true))
    await act(async () => api.answer(READ, () => read))
  }
  const fail = async (error: unknown) => {
    await waitFor(() => expect(api.isWaiting(...READ)).toBe(true))
    await act(async () => api.fail(READ, error))
  }
  const tell = (changed: Partial<ScheduleChanged>) =>
    act(() =>
      channel?.onChanged({
        type: 'schedule.changed',
        dates: [],
        staff_ids: [],
        room_ids: [],
        ...changed,
      }),
    )
  return {
    api,
    answer,
    fail,
    tell,
    lose: () => act(() => channel?.onLost()),
    regain: () => act(() => channel?.onOpen()),
    asked: () => api.sent.map(({ options }) => options['query']),
    user: userEvent.setup(),
  }
}

export const cell = (name: string | RegExp) => screen.findByRole('gridcell', { name })
