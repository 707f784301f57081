import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { appointmentKey } from '#islands/own-appointments/appointment/appointment-key.ts'
import { ownAppointmentCalls } from '#islands/own-appointments/appointment/own-appointment-calls.ts'
import { SuggestedTimes } from '#islands/own-appointments/SuggestedTimes.tsx'
import { formatDateTime } from '#lib/dates/format-date-time.ts'
import { newTimeMachine } from '#machines/own-appointments/new-time.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { newTimeCatalogue, suggested } from '../../machines/own-appointments/new-time.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { appointment } from '../booking/samples.ts'
import { describeScreens } from '../describe-screens.ts'
import { type FakeApi, fakeApi, noAnswer, refusal, unsent } from '../fake-api.ts'
import { allTexts, pressing } from '../hands.ts'
import { settled } from '../settled.ts'

const LOAD = ['GET private/appointments/{id}/new-times/']
const MOVE = ['PUT private/appointments/{id}/']
const times = [
  {
    start: suggested.start,
    end: '2026-08-07T09:30:00.000Z',
    site: { id: 1, name: 'Harbour Street' },
    clinician_name: 'Samir Okafor',
  },
]
const TIME = `${formatDateTime(suggested.start, 'Europe/London')}, Harbour Street, Samir Okafor`

async function openSuggestions() {
  const api = fakeApi()
  const user = userEvent.setup({ delay: null })
  const queries = new QueryClient()
  queries.setQueryData(appointmentKey(41), appointment)
  const told = { onMoved: vi.fn(), onOutdated: vi.fn(), onOthers: vi.fn() }
  render(
    <QueryClientProvider client={queries}>
      <SuggestedTimes
        calls={ownAppointmentCalls(api.client, 41, () => null)}
        queries={queries}
        timeZone="Europe/London"
        {...told}
      />
    </QueryClientProvider>,
  )
  await settled()
  const press = pressing(user)
  return { api, press, told }
}

type Stage = Awaited<ReturnType<typeof openSuggestions>>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

const loaded: Record<string, (api: FakeApi) => void> = {
  needed: (api) => api.answer(LOAD, () => ({ is_needed: true, times })),
  notNeeded: (api) => api.answer(LOAD, () => ({ is_needed: false, times: [] })),
  error: (api) => api.fail(LOAD, noAnswer),
}
const taken: Record<string, (api: FakeApi) => void> = {
  moved: (api) => api.answer(MOVE, () => ({ ...appointment, start: suggested.start })),
  taken: (api) => api.fail(MOVE, refusal('slot_taken')),
  outdated: (api) => api.fail(MOVE, refusal('stale')),
  offline: (api) => api.fail(MOVE, unsent),
  error: (api) => api.fail(MOVE, noAnswer),
}

async function openLoaded(answer = 'needed') {
  const stage = await openSuggestions()
  loaded[answer]?.(stage.api)
  await settled()
  return stage
}

async function drive({ api, press }: Stage, { actorId, output }: Happening) {
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  if (actorId) taken[kind]?.(api)
  else await press(TIME)
  await settled()
  // Other times are looked up where this one is taken.
  if (kind === 'taken') await api.answered(LOAD, () => ({ is_needed: true, times }))
}

const buttons = () => allTexts('button')
const offers = () => expect(buttons()).toEqual([TIME, 'See other times'])
const says = (text: RegExp) => expect(screen.getByRole('alert').textContent).toMatch(text)

describeScreens('every way through choosing another time', {
  paths: longWalks(newTimeMachine, { events: happenings(newTimeCatalogue) }),
  open: () => openLoaded(),
  drive,
  screens: {
    'ready.idle': offers,
    'ready.offline': () => {
      offers()
      says(/You are offline/)
    },
    'ready.unanswered': () => {
      offers()
      says(/safe to choose again/)
    },
    'ready.taken': () => {
      offers()
      says(/Somebody else has taken this time/)
    },
    sending: ({ api }) => {
      expect(buttons()).toEqual(['Moving your appointment', 'See other times'])
      expect(api.sent.at(-1)?.options.body).toEqual({
        version: appointment.version,
        start: suggested.start,
        site_id: 1,
      })
    },
    moved: ({ told }) => expect(told.onMoved).toHaveBeenCalledTimes(1),
    outdated: ({ told }) => expect(told.onOutdated).toHaveBeenCalledTimes(1),
  },
})

test('times are looked up again by a press where that failed', async () => {
  const { api, press } = await openSuggestions()
  expect(buttons()).toEqual([])
  loaded['error']?.(api)
  await settled()
  expect(buttons()).toEqual(['Look again'])
  await press('Look again')
  expect(buttons()).toEqual([])
  loaded['needed']?.(api)
  await settled()
  offers()
})

test('an appointment that can be kept is left alone', async () => {
  await openLoaded('notNeeded')
  expect(buttons()).toEqual([])
})

test('a time that is gone is said while others are looked for; all others are a press away', async () => {
  const { api, press, told } = await openLoaded()
  await press(TIME)
  taken['taken']?.(api)
  await settled()
  says(/Somebody else has taken this time/)
  await api.answered(LOAD, () => ({ is_needed: true, times: [] }))
  expect(screen.getByText(/no times near it to suggest/)).toBeTruthy()
  await press('See other times')
  expect(told.onOthers).toHaveBeenCalledTimes(1)
})
