import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { announce } from '#islands/identity/tab-channel.ts'
import { changedChannel } from '#islands/own-appointments/appointment/changed-channel.ts'
import { ManageAppointment } from '#islands/own-appointments/appointment/ManageAppointment.tsx'
import { manageAppointmentMachine } from '#machines/own-appointments/manage-appointment.machine.ts'
import { person } from '../../../machines/booking/booking-samples.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import { manageCatalogue } from '../../../machines/own-appointments/manage-appointment.catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { NOW } from '../../booking/booking-stage.tsx'
import { appointment } from '../../booking/samples.ts'
import { describeScreens } from '../../describe-screens.ts'
import { type FakeApi, noAnswer, refusal, unsent } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { openIsland } from '../../open-island.tsx'
import { settings } from '../../public-settings.ts'
import { settled } from '../../settled.ts'
import { weekAt } from '../own-stage.tsx'

const LOAD = ['GET public/appointments/{id}/', 'GET private/appointments/{id}/']
const CANCEL = ['DELETE public/appointments/{id}/', 'DELETE private/appointments/{id}/']
const upcoming = { ...appointment, start: '2026-08-06T08:30:00Z', status: 'booked' as const }
const cancelled = { ...upcoming, status: 'cancelled' as const }

async function openLink(hash = '#access=guest-token', isSignedIn = false) {
  history.replaceState(null, '', `/appointments/41${hash}`)
  return await openIsland((api) => <ManageAppointment id={41} {...{ isSignedIn, settings, api }} />)
}

type Stage = Awaited<ReturnType<typeof openLink>>

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

const loaded: Record<string, (api: FakeApi) => void> = {
  upcoming: (api) => api.answer(LOAD, () => upcoming),
  cancelled: (api) => api.answer(LOAD, () => cancelled),
  tooLate: (api) =>
    api.answer(LOAD, () => ({
      ...upcoming,
      start: '2026-08-04T08:59:00Z',
      changeable_until: '2026-08-04T08:59:00Z',
    })),
  notFound: (api) => api.fail(LOAD, refusal('not_found')),
  signedOut: (api) => api.fail(LOAD, refusal('not_signed_in')),
  error: (api) => api.fail(LOAD, noAnswer),
}
const cancellation: Record<string, (api: FakeApi) => void | Promise<void>> = {
  cancelled: (api) => api.answer(CANCEL, () => cancelled),
  notFound: (api) => api.fail(CANCEL, refusal('not_found')),
  signedOut: (api) => api.fail(CANCEL, refusal('not_signed_in')),
  refused: (api) =>
    api.fail(
      CANCEL,
      refusal('invalid', { fields: { cancellation_notes: ['Use 1000 characters or fewer'] } }),
    ),
  unsent: (api) => api.fail(CANCEL, unsent),
  changed: async (api) => {
    await api.failed(CANCEL, refusal('stale'))
    api.answer(LOAD, () => upcoming)
  },
  error: (api) => api.fail(CANCEL, noAnswer),
  tooLate: async (api) => {
    await api.failed(CANCEL, refusal('conflict'))
    api.answer(LOAD, () => ({ ...upcoming, status: 'completed', changeable_until: null }))
  },
}

const toKind = ({ output }: Happening) => (output as { kind: string } | undefined)?.kind ?? 'error'

async function drive(stage: Stage, { type, actorId, output }: Happening) {
  const kind = toKind({ type, output })
  const isInterrupted = !actorId && stage.api.isWaiting(...LOAD)
  if (actorId === 'loadAppointment') loaded[kind]?.(stage.api)
  else if (actorId === 'cancelAppointment') await cancellation[kind]?.(stage.api)
  else await personDoes[type]?.(stage)
  // What was being read then arrives nevertheless.
  if (isInterrupted) stage.api.answer(LOAD, () => upcoming)
  await settled()
}

const personDoes: Record<string, (stage: Stage) => unknown> = {
  'loading.retried': async ({ press }) => {
    if (buttons().includes('Try again')) return press('Try again')
    announce({ type: 'signed-in', person: person.uuid })
  },
  'connection.restored': () => fireEvent(window, new Event('online')),
  'reading.requested': () => fireEvent(window, new Event('focus')),
  'cancellation.requested': ({ press }) => press('Cancel this appointment'),
  'cancellation.dropped': ({ press }) => press('Keep appointment'),
  'cancellation.confirmed': ({ press }) => press('Cancel appointment'),
}

/** Besides, it asks whether another time is needed. */
const lookUps = (api: FakeApi) => api.sent.filter(({ key }) => LOAD.includes(key))

const heading = () => screen.getByRole('heading', { level: 1 })
const buttons = () => allTexts('button')

function asks() {
  expect(allTexts('heading')).toEqual(['Cancel your appointment'])
  expect(screen.getByText(/cannot undo this/)).toBeTruthy()
  expect(buttons()).toEqual(['Cancel appointment', 'Keep appointment'])
}

function shows() {
  expect(heading().textContent).toBe('Your appointment')
  expect(screen.getByText(appointment.reference)).toBeTruthy()
  expect(buttons()).toEqual([
    'I will come',
    'I cannot come',
    'Move to another time',
    'Cancel this appointment',
    'Copy link',
    'Add to calendar',
    'Print this page',
  ])
  expect(screen.getByText('Wear short sleeves.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See, move or cancel this appointment' })).toBeNull()
}

const screens: Record<string, () => void> = {
  loading: () => expect(screen.getByText('Looking up your appointment')).toBeTruthy(),
  loadFailed: () => expect(buttons()).toEqual(['Try again']),
  'showing.current': shows,
  'showing.reading': shows,
  'confirmingCancellation.asking': asks,
  'confirmingCancellation.reading': asks,
  'confirmingCancellation.notCancelled': () => {
    asks()
    expect(screen.getByRole('alert').textContent).toMatch(/has not been cancelled/)
  },
  'confirmingCancellation.offline': () => {
    asks()
    expect(screen.getByRole('alert').textContent).toMatch(/You are offline, so .* not been/)
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  },
  checking: () => {
    expect(buttons()).toEqual(['Checking your appointment', 'Keep appointment'])
    expect(screen.queryByRole('alert')).toBeNull()
  },
  cancelling: () => expect(buttons()).toEqual(['Cancelling', 'Keep appointment']),
  cancelFailed: () => {
    expect(screen.getByRole('alert').textContent).toMatch(/safe to try again/)
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    expect(buttons()).toEqual(['Cancel appointment', 'Keep appointment'])
  },
  cancelled: () => {
    expect(heading().textContent).toBe('Your appointment has been cancelled')
    expect(document.activeElement).toBe(heading())
    expect(buttons()).toEqual(['Remove calendar entry'])
  },
  tooLate: () => {
    expect(heading().textContent).toBe('This appointment is over')
    expect(buttons()).toEqual([])
  },
  signedOut: () => {
    expect(heading().textContent).toBe('Sign in to see your appointment')
    expect(screen.queryByText(appointment.reference)).toBeNull()
    const signIn = screen.getByRole('link', { name: 'Sign in' })
    expect(signIn.getAttribute('href')).toBe('/login?redirect=%2Fappointments%2F41')
    expect(buttons()).toEqual([])
  },
  notFound: () => {
    expect(heading().textContent).toBe('We could not find this appointment')
    expect(document.title).toBe('Carelane – We could not find this appointment')
    expect(screen.queryByText(appointment.reference)).toBeNull()
    const find = screen.getByRole('link', { name: 'find your appointment' })
    expect(find.getAttribute('href')).toBe('/appointments')
  },
}

const walked = new Set()

/** Only a session can end; a guest's token that nobody knows is a link that leads nowhere. */
const walks = [true, false].flatMap((isSignedIn) =>
  longWalks(
    manageAppointmentMachine,
    {
      events: happenings(manageCatalogue).filter(
        (event) => isSignedIn || toKind(event) !== 'signedOut',
      ),
      distinguish: (context: object) => context,
    },
    walked,
  ).map((path) => ({
    ...path,
    name: `${isSignedIn ? 'signed in' : 'by the link'}: ${path.name}`,
    isSignedIn,
  })),
)

describeScreens('every way through finding and cancelling', {
  paths: walks,
  open: ({ isSignedIn }) => openLink(isSignedIn ? '' : undefined, isSignedIn),
  drive,
  screens,
})

test('the token goes into a header and never into a query, and stays in the address to be kept', async () => {
  const { api } = await openLink()
  expect(location.hash).toBe('#access=guest-token')
  expect(api.sent).toEqual([
    {
      key: LOAD[0],
      options: { params: { id: 41 }, headers: { 'Guest-User-Access-Token': 'guest-token' } },
    },
  ])
})

test('a reload finds the appointment again; a link without a token finds nothing', async () => {
  const first = await openLink()
  expect(first.api.sent).toHaveLength(1)
  document.body.replaceChildren()
  // Back from signing in, which dropped the fragment.
  const second = await openLink('')
  expect(second.api.sent).toEqual(first.api.sent)
  expect(location.hash).toBe('#access=guest-token')
  document.body.replaceChildren()
  sessionStorage.clear()
  const third = await openLink('')
  expect(third.api.sent).toEqual([])
  expect(heading().textContent).toBe('We could not find this appointment')
})

test('the right link pasted into the page that found nothing is looked up', async () => {
  const { api } = await openLink('#access=mistyped')
  await api.failed(LOAD, refusal('not_found'))
  screens.notFound?.()
  location.hash = '#access=guest-token'
  fireEvent(window, new HashChangeEvent('hashchange'))
  await settled()
  expect(api.sent.at(-1)?.options.headers).toEqual({ 'Guest-User-Access-Token': 'guest-token' })
  await api.answered(LOAD, () => upcoming)
  shows()
})

test('a fragment without a token, such as of a skip link, leaves the page as it is', async () => {
  const { api } = await openLink()
  await api.answered(LOAD, () => upcoming)
  location.hash = '#main'
  fireEvent(window, new HashChangeEvent('hashchange'))
  await settled()
  shows()
  expect(lookUps(api)).toHaveLength(1)
  expect(location.hash).toBe('#access=guest-token')
})

describe('moving by the link', () => {
  const WEEK = ['GET public/appointments/{id}/weekly-availability/']
  const MOVE = ['PUT public/appointments/{id}/']
  const headers = { 'Guest-User-Access-Token': 'guest-token' }
  const open = async () => {
    const stage = await openLink()
    await stage.api.answered(LOAD, () => upcoming)
    await stage.press('Move to another time')
    return stage
  }
  const choose = async ({ api, user, press }: Stage) => {
    await api.answered(WEEK, weekAt)
    expect(api.sent.find(({ key }) => key === WEEK[0])?.options).toMatchObject({
      params: { id: 41 },
      headers,
    })
    // Its own time is not among them.
    expect(screen.queryByRole('button', { name: /^9:30am/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^10:30am/ }))
    await settled()
    await press('Move appointment')
  }

  test('shows the new time, and says that the calendar entry is old', async () => {
    const stage = await open()
    await choose(stage)
    const moved = {
      ...upcoming,
      start: '2026-08-06T09:30:00Z',
      version: 4,
      rescheduled_on: '2026-08-03T09:20:00.000Z',
    }
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: MOVE[0],
      options: { params: { id: 41 }, headers, body: { version: upcoming.version } },
    })
    await stage.api.answered(MOVE, () => moved)
    await stage.api.answered(LOAD, () => moved)
    expect(
      screen.getByText(/has been moved to 10:30am on Thursday 6.August 2026, Harbour Street\.$/),
    ).toBeTruthy()
    expect(buttons()).toContain('Replace calendar entry')
    expect(document.activeElement).toBe(heading())
    await stage.press('Cancel this appointment')
    await stage.press('Keep appointment')
    expect(screen.queryByText(/has been moved to/)).toBeNull()
    expect(location.hash).toBe('#access=guest-token')
  })

  test('is left by the browser’s back button', async () => {
    await open()
    history.back()
    await settled(50)
    expect(heading().textContent).toBe('Your appointment')
    expect(location.hash).toBe('#access=guest-token')
    expect(document.activeElement).toBe(heading())
  })

  test('is left for the heading of the appointment', async () => {
    const stage = await open()
    await stage.press('Keep the current time')
    expect(document.activeElement).toBe(heading())
    await stage.api.answered(LOAD, () => upcoming)
    expect(document.activeElement).toBe(heading())
  })

  test('to a time that is not to be had leads back to the times', async () => {
    const stage = await open()
    await choose(stage)
    await stage.api.failed(MOVE, refusal('slot_taken'))
    expect(screen.getByRole('alert').textContent).toBe(
      '10:30am is no longer available. Choose another time.',
    )
  })

  test('with a link that has expired meanwhile finds nothing', async () => {
    const stage = await open()
    await choose(stage)
    await stage.api.failed(MOVE, refusal('not_signed_in'))
    await stage.api.failed(LOAD, refusal('not_signed_in'))
    screens.notFound?.()
  })
})

test('whoever keeps it after an answer was lost sees it as it is now', async () => {
  const stage = await openLink()
  await stage.api.answered(LOAD, () => upcoming)
  await stage.press('Cancel this appointment')
  await stage.press('Cancel appointment')
  await stage.api.failed(CANCEL, noAnswer)
  await stage.press('Keep appointment')
  await stage.api.answered(LOAD, () => cancelled)
  expect(heading().textContent).toBe('Your appointment has been cancelled')
})

test('a cancellation that went through unheard is not called too late', async () => {
  const stage = await openLink()
  await stage.api.answered(LOAD, () => upcoming)
  await stage.press('Cancel this appointment')
  await stage.user.click(screen.getByLabelText('Why are you cancelling? (optional)'))
  await stage.user.paste('Feeling better')
  await stage.press('Cancel appointment')
  await stage.api.failed(CANCEL, noAnswer)
  await stage.press('Cancel appointment')
  expect(stage.api.sent.filter(({ key }) => key === CANCEL[0])).toMatchObject([
    { options: { body: { cancellation_notes: 'Feeling better' } } },
    { options: { body: { cancellation_notes: 'Feeling better' } } },
  ])
  await stage.api.failed(CANCEL, refusal('conflict'))
  await stage.api.answered(LOAD, () => cancelled)
  expect(heading().textContent).toBe('Your appointment has been cancelled')
})

test('an appointment that starts too soon to be cancelled here says so, and not that it is over', async () => {
  const { api } = await openLink()
  await api.answered(LOAD, () => ({ ...upcoming, changeable_until: '2026-08-04T08:59:00Z' }))
  expect(heading().textContent).toBe('It is too late to cancel here')
  // The branch is still glad to know.
  expect(buttons()).toEqual(['I will come', 'I cannot come'])
})

describe('an appointment that is changed while it is on the page', () => {
  const moved = {
    ...upcoming,
    start: '2026-08-07T09:30:00Z',
    version: upcoming.version + 1,
    rescheduled_on: '2026-08-03T09:20:00.000Z',
  }
  const ask = async () => {
    const stage = await openLink()
    await stage.api.answered(LOAD, () => upcoming)
    await stage.press('Cancel this appointment')
    return stage
  }
  const says = (text: string) => {
    expect(screen.getByRole('alert').textContent).toBe(`${text} Do you still want to cancel it?`)
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  }
  const MOVED = 'This appointment has moved to 10:30am on Friday 7\u00a0August 2026.'

  test('is read again when the person comes back to it', async () => {
    const { api } = await openLink()
    await api.answered(LOAD, () => upcoming)
    fireEvent(document, new Event('visibilitychange'))
    await settled()
    await api.answered(LOAD, () => moved)
    const notice = screen.getByText(/has been moved to 10:30am on Friday 7.August 2026/)
    expect(notice.closest('[role=status]')).toBeTruthy()
    expect(buttons()).toContain('Replace calendar entry')
  })

  test('is read again when another tab has changed it', async () => {
    const { api } = await openLink()
    await api.answered(LOAD, () => upcoming)
    changedChannel.announce({ appointmentId: 42, version: 9 })
    changedChannel.announce({ appointmentId: 41, version: upcoming.version })
    await settled(20)
    expect(lookUps(api)).toHaveLength(1)
    changedChannel.announce({ appointmentId: 41, version: moved.version })
    await settled(20)
    await api.answered(LOAD, () => moved)
    expect(screen.getByText(/has been moved to 10:30am on Friday 7.August 2026/)).toBeTruthy()
  })

  test('is cancelled only after the new time was seen', async () => {
    const { api, press } = await ask()
    await press('Cancel appointment')
    expect(api.sent.at(-1)?.options['body']).toMatchObject({ version: upcoming.version })
    await api.failed(CANCEL, refusal('stale'))
    await api.answered(LOAD, () => moved)
    says(MOVED)
    expect(api.isWaiting(...CANCEL)).toBe(false)
    await press('Cancel appointment')
    expect(api.sent.at(-1)?.options['body']).toMatchObject({ version: moved.version })
  })

  test.each([
    [MOVED, moved],
    [
      'This appointment has moved to 10:30am on Friday 7\u00a0August 2026, Riverside.',
      { ...moved, site: { ...moved.site, id: 9, name: 'Riverside' } },
    ],
    [
      'This appointment has moved to Riverside.',
      { ...moved, start: upcoming.start, site: { ...moved.site, id: 9, name: 'Riverside' } },
    ],
    [
      'This appointment is now with Kwame Mensah.',
      { ...moved, start: upcoming.start, clinician: { id: 9, full_name: 'Kwame Mensah' } },
    ],
    ['This appointment has changed.', { ...moved, start: upcoming.start }],
  ])('tells who is asked: %s', async (text, now) => {
    const { api } = await ask()
    fireEvent(window, new Event('focus'))
    await settled()
    await api.answered(LOAD, () => now)
    says(text)
    asks()
  })

  test('tells the other tabs once it is cancelled', async () => {
    const heard = vi.fn()
    const stop = changedChannel.listen(heard)
    const { api, press } = await ask()
    await press('Cancel appointment')
    api.answer(CANCEL, () => ({ ...cancelled, version: 7 }))
    await settled(20)
    expect(heard).toHaveBeenCalledExactlyOnceWith({ appointmentId: 41, version: 7 })
    stop()
  })
})

test('an answer from before the cancellation does not undo it on the page', async () => {
  const { api, press } = await openLink()
  await api.answered(LOAD, () => upcoming)
  await press('Cancel this appointment')
  fireEvent(window, new Event('focus'))
  await press('Cancel appointment')
  await api.answered(CANCEL, () => ({
    ...cancelled,
    notes: 'As cancelled',
    version: upcoming.version + 1,
  }))
  await api.answered(LOAD, () => upcoming)
  expect(screen.getByText('As cancelled')).toBeTruthy()
})
