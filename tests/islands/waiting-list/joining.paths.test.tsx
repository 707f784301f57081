import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { JoinWaitingList } from '#islands/waiting-list/join/JoinWaitingList.tsx'
import { joiningMachine } from '#machines/waiting-list/joining.machine.ts'
import { guest as knownGuest } from '../../machines/booking/booking-samples.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { joiningCatalogue } from '../../machines/waiting-list/joining.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { NOW } from '../booking/booking-stage.tsx'
import { appointment, harbour, mill } from '../booking/samples.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal, unsent } from '../fake-api.ts'
import { openIsland } from '../open-island.tsx'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import { waitingEntry } from './samples.ts'

const WHO = ['GET private/user-auth/user_details/']
const JOIN = ['POST private/waiting-list/', 'POST public/waiting-list/']

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  history.replaceState(null, '', '/waiting-list/join?service=flu-jab')
})

const openJoin = (props: Partial<Parameters<typeof JoinWaitingList>[0]> = {}) =>
  openIsland((api) => (
    <JoinWaitingList
      service={{ id: 7, name: 'Flu jab', slug: 'flu-jab' }}
      branches={[harbour, mill]}
      viewer="a-person"
      settings={settings}
      api={api}
      {...props}
    />
  ))

type Stage = Awaited<ReturnType<typeof openJoin>>

/** Who is signed in, with all that a booking needs. */
const known = { ...knownGuest, uuid: 'a-person' }

const results: Record<string, (stage: Stage) => void> = {
  joined: ({ api }) => api.answer(JOIN, () => waitingEntry),
  refused: ({ api }) =>
    api.fail(JOIN, refusal('invalid', { fields: { until: ['Choose today or a later day'] } })),
  impossible: ({ api }) =>
    api.fail(JOIN, refusal('conflict', { detail: 'You wait for 5 services already.' })),
  unsent: ({ api }) => api.fail(JOIN, unsent),
  signedOut: ({ api }) => api.fail(JOIN, refusal('not_signed_in')),
  error: ({ api }) => api.fail(JOIN, noAnswer),
}

async function drive(stage: Stage, { actorId, output }: Happening) {
  if (actorId === 'guestBooking') {
    const { guest } = output as { guest: unknown }
    if (guest) stage.api.answer(WHO, () => known)
    else stage.api.fail(WHO, refusal('not_signed_in'))
  } else if (actorId) results[(output as { kind: string } | undefined)?.kind ?? 'error']?.(stage)
  else await stage.press('Join the waiting list')
  await settled()
}

const says = (text: RegExp) => {
  expect(screen.getByRole('alert').textContent).toMatch(text)
  expect(document.activeElement).toBe(screen.getByRole('alert'))
}

describeScreens('every way through joining the waiting list', {
  paths: longWalks(joiningMachine, {
    events: happenings(joiningCatalogue),
    input: { viewer: 'a-person', isKnown: false },
    distinguish: (context: object) => context,
  }),
  open: () => openJoin(),
  drive,
  screens: {
    identifying: () => expect(screen.getByText('Looking up your details')).toBeTruthy(),
    'choosing.ready': () => expect(screen.queryByRole('alert')).toBeNull(),
    'choosing.refused': () => {
      expect(document.activeElement?.textContent).toMatch(/Choose today or a later day/)
    },
    'choosing.impossible': () => {
      says(/5 services already/)
      const times = screen.getByRole('link', { name: 'See all free times' })
      expect(times.getAttribute('href')).toBe('/services/flu-jab/availability')
    },
    'choosing.offline': () => says(/not joined|connection again/),
    'choosing.unanswered': () => says(/safe to try again/),
    sending: () => {
      const button = screen.getByRole('button', { name: 'Joining the waiting list' })
      expect(button.getAttribute('aria-disabled')).toBe('true')
    },
    joined: () => {
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
        'You are on the waiting list',
      )
      expect(screen.getByText(/Flu jab: Monday or Friday/)).toBeTruthy()
      expect(screen.getByRole('link').getAttribute('href')).toBe('/waiting-list')
    },
    signedOut: () => expect(screen.getByText(/no longer signed in/)).toBeTruthy(),
  },
})

describe('what is sent', () => {
  test('is what was chosen; nothing is sent without a day', async () => {
    const stage = await openJoin()
    await stage.api.answered(WHO, () => known)
    for (const day of [
      'Monday',
      'Tuesday',
      'Wednesday',
      'Thursday',
      'Friday',
      'Saturday',
      'Sunday',
    ]) {
      await stage.press(day, 'checkbox')
    }
    await stage.press('Join the waiting list')
    expect(document.activeElement?.textContent).toMatch(/Choose at least one day/)
    await stage.press('Friday', 'checkbox')
    await stage.press('Mill Lane', 'checkbox')
    await stage.press('Morning, before 12 noon', 'radio')
    await stage.press('Join the waiting list')
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'POST private/waiting-list/',
      options: {
        body: {
          appointment_type_id: 7,
          days: [5],
          from_time: '00:00',
          to_time: '11:59',
          site_ids: [2],
          until: '2026-09-01',
        },
      },
    })
  })

  test('is nothing where times are free, each of which leads to booking it', async () => {
    const stage = await openJoin({ serviceKey: 'secret' })
    await stage.api.answered(WHO, () => known)
    await stage.press('Join the waiting list')
    const freeTimes = [
      { start: '2026-08-05T08:30:00.000Z', site: { id: 2, slug: 'mill-lane', name: 'Mill Lane' } },
    ]
    const detail = 'You do not need to wait: 9:30am … is free.'
    await stage.api.failed(JOIN, refusal('conflict', { detail, freeTimes }))
    says(/You do not need to wait: this time is free. Book it, or wait for/)
    expect(screen.queryByText(/…/)).toBeNull()
    const time = screen.getByRole('link', { name: /^9:30am on Wednesday 5.August 2026, Mill Lane/ })
    expect(time.getAttribute('href')).toBe(
      '/services/flu-jab/availability?key=secret&site=mill-lane&time=2026-08-05T08%3A30%3A00.000Z',
    )
    expect(screen.getByRole('link', { name: 'See all free times' })).toBeTruthy()
  })

  test('by a guest goes with their token, and leads to a link of its own', async () => {
    sessionStorage.setItem('guestUser', JSON.stringify(knownGuest))
    const stage = await openJoin({ viewer: null })
    await stage.api.answered(['GET public/check-guest-user/'], () => knownGuest)
    await stage.press('Join the waiting list')
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'POST public/waiting-list/',
      options: { headers: { 'Guest-User-Access-Token': knownGuest.guest_access_token } },
    })
    await stage.api.answered(JOIN, () => ({ ...waitingEntry, access_token: 'entry-token' }))
    expect(screen.getByRole('link').getAttribute('href')).toBe('/waiting-list#access=entry-token')
  })

  test('by somebody unknown follows the form about them', async () => {
    await openJoin({ viewer: null })
    expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/about you/)
    expect(screen.getByLabelText('First name')).toBeTruthy()
  })

  test('for an earlier time names the appointment, by its link, and ends with its day', async () => {
    history.replaceState(null, '', '/waiting-list/join?appointment=41#access=link-token')
    const stage = await openJoin({ service: undefined, appointmentId: 41, viewer: null })
    await stage.api.answered(['GET public/appointments/{id}/'], () => appointment)
    expect(screen.getByText(/It stays yours until you take an earlier time/)).toBeTruthy()
    await stage.press('Join the waiting list')
    expect(stage.api.sent.at(-1)).toMatchObject({
      options: {
        body: { appointment_id: 41, until: '2026-08-05' },
        headers: { 'Guest-User-Access-Token': 'link-token' },
      },
    })
  })

  test('is nothing where the appointment is not found, until it is', async () => {
    const stage = await openJoin({ service: undefined, appointmentId: 41 })
    await stage.api.failed(['GET private/appointments/{id}/'], refusal('not_found'))
    expect(screen.getByRole('alert').textContent).toMatch(/could not find your appointment/)
    await stage.press('Try again')
    await stage.api.answered(['GET private/appointments/{id}/'], () => appointment)
    expect(screen.getByRole('button', { name: 'Join the waiting list' })).toBeTruthy()
  })
})
