import { QueryClient, QueryClientProvider, skipToken, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Attendance } from '#islands/own-appointments/appointment/Attendance.tsx'
import { appointmentKey } from '#islands/own-appointments/appointment/appointment-key.ts'
import { ownAppointmentCalls } from '#islands/own-appointments/appointment/own-appointment-calls.ts'
import type { Appointment } from '#lib/contract/booking.ts'
import { attendanceMachine } from '#machines/own-appointments/attendance.machine.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import { attendanceCatalogue } from '../../../machines/own-appointments/attendance.catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { NOW } from '../../booking/booking-stage.tsx'
import { appointment } from '../../booking/samples.ts'
import { describeScreens } from '../../describe-screens.ts'
import { fakeApi, noAnswer, refusal, unsent } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { settled } from '../../settled.ts'

const ANSWER = ['PUT public/appointments/{id}/attendance/']
const upcoming: Appointment = { ...appointment, start: '2026-08-06T08:30:00Z' }

function Question(props: Omit<ComponentProps<typeof Attendance>, 'appointment'>) {
  const { data } = useQuery<Appointment>({ queryKey: appointmentKey(41), queryFn: skipToken })
  return data && <Attendance appointment={data} {...props} />
}

async function openQuestion(shown = upcoming) {
  const api = fakeApi()
  const user = userEvent.setup({ delay: null })
  const queries = new QueryClient()
  queries.setQueryData(appointmentKey(41), shown)
  const calls = ownAppointmentCalls(api.client, 41, () => 'guest-token')
  const onOutdated = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <Question calls={calls} queries={queries} onOutdated={onOutdated} />
    </QueryClientProvider>,
  )
  await settled()
  let answered = true
  const press = async (isComing: boolean) => {
    answered = isComing
    const name = isComing ? 'I will come' : 'I cannot come'
    // Who has said so already changes their mind first.
    if (!screen.queryByRole('button', { name })) return false
    await user.click(screen.getByRole('button', { name }))
    await settled()
    return true
  }
  const save = () =>
    api.answer(ANSWER, () => ({
      ...upcoming,
      attendance: { is_coming: answered, answered: '2026-08-04T08:00:00.000Z' },
    }))
  return { api, queries, press, save, onOutdated }
}

type Stage = Awaited<ReturnType<typeof openQuestion>>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

const results: Record<string, (stage: Stage) => void> = {
  saved: ({ save }) => save(),
  outdated: ({ api }) => api.fail(ANSWER, refusal('stale')),
  offline: ({ api }) => api.fail(ANSWER, unsent),
  error: ({ api }) => api.fail(ANSWER, noAnswer),
}

async function drive(stage: Stage, happening: Happening) {
  const { actorId, output } = happening
  if (actorId) results[(output as { kind: string } | undefined)?.kind ?? 'error']?.(stage)
  else {
    const { input } = happening as unknown as { input: boolean }
    if (!(await stage.press(input))) await stage.press(!input)
  }
  await settled()
}

const buttons = () => allTexts('button')
const isStill = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'
const says = (text: RegExp) => {
  expect(screen.getByRole('alert').textContent).toMatch(text)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
  expect(screen.getAllByRole('button').some(isStill)).toBe(false)
}

const asks = () => {
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('button').some(isStill)).toBe(false)
}

const screens: Record<string, (stage: Stage) => void> = {
  'ready.idle': asks,
  'ready.saved': asks,
  'ready.outdated': ({ onOutdated }) => {
    says(/has changed/)
    expect(onOutdated).toHaveBeenCalled()
  },
  'ready.offline': () => says(/no connection/),
  'ready.unanswered': () => says(/safe to try again/),
  sending: () => {
    expect(screen.getAllByRole('button').every(isStill)).toBe(true)
    expect(buttons()).toContain('Sending your answer')
  },
}

describeScreens('every way through saying whether one will come', {
  paths: longWalks(attendanceMachine, { events: happenings(attendanceCatalogue) }),
  open: () => openQuestion(),
  drive,
  screens,
})

describe('what is asked', () => {
  test('an answer is shown, and can be changed', async () => {
    const { press, save } = await openQuestion()
    expect(buttons()).toEqual(['I will come', 'I cannot come'])
    await press(false)
    save()
    await settled()
    expect(screen.getByRole('status').textContent).toMatch(/said that you cannot come.*The time is/)
    expect(buttons()).toEqual(['I will come'])
    await press(true)
    save()
    await settled()
    expect(screen.getByRole('status').textContent).toMatch(/said that you will come/)
    expect(buttons()).toEqual(['I cannot come'])
  })

  test('where it is too late to move it, the branch sees the answer', async () => {
    await openQuestion({
      ...upcoming,
      changeable_until: '2026-08-04T07:00:00Z',
      attendance: { is_coming: false, answered: '2026-08-04T08:00:00.000Z' },
    })
    expect(screen.getByRole('status').textContent).toMatch(/branch can see your answer/)
  })

  test.each([
    ['has begun', { start: '2026-08-01T08:30:00Z' }],
    ['is cancelled', { status: 'cancelled' as const }],
    ['is further away than any reminder', { start: '2026-11-06T08:30:00Z' }],
  ])('nothing, where the appointment %s', async (_, other) => {
    await openQuestion({ ...upcoming, ...other })
    expect(buttons()).toEqual([])
  })
})
