import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { AvailabilityDialog } from '#islands/availability/AvailabilityDialog.tsx'
import type { EditedHours } from '#islands/availability/availability-draft.ts'
import { SendsContext } from '#islands/identity/sends-context.ts'
import { Notifications } from '#islands/ui/feedback/Notifications.tsx'
import type { ApiClient } from '#lib/api/client.ts'
import type { Availability } from '#lib/contract/availabilities.ts'
import { fakeApi } from '../fake-api.ts'
import { allTexts } from '../hands.ts'
import { InIsland } from '../InIsland.tsx'
import { settled } from '../settled.ts'
import { WithQueries } from '../WithQueries.tsx'

const CHOICES = ['GET admin/availability-choices/']
const TYPES = ['GET admin/staff_appointment_types/']
const READ = ['GET admin/availabilities/{id}/']
export const PREVIEW = ['POST admin/availabilities/preview/']
export const CREATE = ['POST admin/availabilities/']
export const CHANGE = ['PUT admin/availabilities/{id}/']
export const DELETE = ['DELETE admin/availabilities/{id}/']

const site = { id: 1, slug: 'harbour-street', name: 'Harbour Street' }

export const availability: Availability = {
  id: 4,
  url: 'https://clinic.example/api/admin/availabilities/4/',
  version: 1,
  staff: 3,
  staff_name: 'Priya Shah',
  room: 2,
  room_name: 'Room 2',
  site,
  appointment_types: [5],
  start_date: '07/06/2027',
  start_time: '09:00',
  end_time: '17:00',
  recurring: true,
  recurring_until: '30/06/2027',
  repeat_every: 1,
  freq: 3,
  weekdays: [],
  months: [],
  except_bank_holidays: false,
  except_holiday_dates: true,
  exceptions: [],
  rrule: '',
  start: '2027-06-07T08:00:00.000Z',
  description: 'Every day, 9am to 5pm, until 30 June 2027',
  may_change: 'yes',
  may_delete: 'yes',
}

const choices = {
  today: '2027-06-01',
  staff: [
    { id: 3, full_name: 'Priya Shah', may_create: 'yes' },
    { id: 8, full_name: 'Ravi Patel', may_create: 'with_pin' },
  ],
  rooms: [{ id: 2, name: 'Room 2', site }],
}
const types = {
  count: 1,
  results: [
    {
      id: 5,
      url: '',
      slug: 'flu',
      name: 'Flu vaccination',
      duration: 30,
      disabled: false,
      hidden: false,
    },
  ],
}
export const clearPreview = {
  description: 'Every day, 9am to noon, until 30 June 2027',
  next: [
    { date: '2027-06-07', start: '2027-06-07T08:00:00.000Z', end: '2027-06-07T11:00:00.000Z' },
  ],
  count: 24,
  clashes: [] as unknown[],
  orphaned: [] as unknown[],
}

/** The real dialog in front of an API that waits; what it only reads is answered at once. */
export async function openAvailability(
  of: EditedHours,
  given: Partial<Availability> = {},
  sends = { sendsEmail: false, sendsTexts: false, textCountries: [] as string[] },
) {
  const api = fakeApi()
  // What the form asks while it is filled in says no version.
  const call = (key: string, options: { body?: { version?: number } }) =>
    key === PREVIEW[0] && options.body?.version === undefined
      ? Promise.resolve(clearPreview)
      : api.client.call(key as never, options as never)
  const client = { call } as unknown as ApiClient
  const [onClose, onSaved] = [vi.fn(), vi.fn()]
  const typist = userEvent.setup({ delay: null })
  render(
    <WithQueries>
      <SendsContext value={sends}>
        <InIsland api={client} timeZone="Europe/London">
          <AvailabilityDialog of={of} onClose={onClose} onSaved={onSaved} />
        </InIsland>
      </SendsContext>
      <Notifications />
    </WithQueries>,
  )
  /** Answers what the form reads by itself. */
  const readIn = async () => {
    for (let turn = 0; turn < 6; turn += 1) {
      if (api.isWaiting(...CHOICES)) api.answer(CHOICES, () => choices)
      if (api.isWaiting(...TYPES)) api.answer(TYPES, () => types)
      if (api.isWaiting(...READ)) api.answer(READ, () => ({ ...availability, ...given }))
      await settled()
    }
  }
  await readIn()
  return {
    api,
    user: typist,
    onClose,
    onSaved,
    readIn,
    async press(name: string | RegExp) {
      await typist.click(screen.getByRole('button', { name }))
      await settled()
    },
    async enter(label: string | RegExp, value: string) {
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
      await settled()
    },
  }
}

export type Stage = Awaited<ReturnType<typeof openAvailability>>

export const buttons = () => allTexts('button')
export const alerts = () => allTexts('alert')
