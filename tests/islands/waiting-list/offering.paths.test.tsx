import { act, screen, within } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { OpenChannel } from '#islands/schedule/schedule-channel.ts'
import { WaitingListApp } from '#islands/waiting-list/staff/WaitingListApp.tsx'
import type { Viewer } from '#lib/contract/identity.ts'
import type { WaitingListRow } from '#lib/contract/waiting-list.ts'
import { type OfferingRequest, offeringMachine } from '#machines/waiting-list/offering.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { receptionist } from '../../machines/identity/login.catalogue.ts'
import { offeringCatalogue } from '../../machines/waiting-list/offering.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../describe-screens.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { openIsland } from '../open-island.tsx'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'
import { bookedEntry, offeredEntry, waitingEntry } from './samples.ts'

// They are fetched when they are first opened, which takes a busy machine long.
beforeAll(async () => {
  await import('#islands/waiting-list/staff/OfferDialog.tsx')
})

const LIST = ['GET admin/clinic/waiting-list/']
const TIMES = ['GET admin/clinic/waiting-list/{id}/times/']
const ACT = [
  'POST admin/clinic/waiting-list/{id}/offers/',
  'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/',
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/accept/',
  'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/decline/',
  'DELETE admin/clinic/waiting-list/{id}/',
]

const listed = {
  patient: { id: 9, full_name: 'Ada Byron', mobile: '07700 900 982' },
  position: 3,
  declined: 1,
  expired: 2,
  can_be_told: true,
}
const ada: WaitingListRow = { ...waitingEntry, ...listed }
const offered: WaitingListRow = { ...offeredEntry, ...listed }

const viewer: Viewer = {
  ...receptionist,
  permissions: [
    'clinic.view_waiting_list',
    'clinic.change_waiting_list',
    'clinic.view_other_appointments',
  ],
}

async function openScreen(shown: WaitingListRow[], changes: Partial<Viewer> = {}, search = '') {
  history.replaceState(null, '', `/clinic/waiting-list${search}`)
  const none = () => ({ count: 0, results: [] })
  const api = fakeApi({ 'GET public/appointmenttypes/': none, 'GET public/sites/': none })
  let channel: Parameters<OpenChannel>[0] | undefined
  const stage = await openIsland(
    (client) => (
      <WaitingListApp
        settings={settings}
        viewer={{ ...viewer, ...changes }}
        search={search}
        api={client}
        openChannel={(listener) => {
          channel = listener
          return () => undefined
        }}
      />
    ),
    api,
  )
  const answerList = async (results: WaitingListRow[] = shown) => {
    await settled()
    while (api.isWaiting(...LIST)) api.answer(LIST, () => ({ count: results.length, results }))
    await settled()
  }
  await answerList()
  return { ...stage, answerList, channel: () => channel }
}
type Stage = Awaited<ReturnType<typeof openScreen>>

const times = {
  results: [
    {
      start: '2026-08-10T08:30:00.000Z',
      end: '2026-08-10T09:00:00.000Z',
      site: { id: 1, slug: 'harbour-street', name: 'Harbour Street' },
      clinician_name: 'Samir Okafor',
      is_other: false,
    },
    {
      start: '2026-08-11T14:30:00.000Z',
      end: '2026-08-11T15:00:00.000Z',
      site: { id: 2, slug: 'mill-lane', name: 'Mill Lane' },
      clinician_name: 'Rosa Whitfield',
      is_other: true,
    },
  ],
}

const alertText = () => screen.queryByRole('alert')?.textContent ?? ''

async function drive(stage: Stage, happening: Happening) {
  const { type, actorId, output, error } = happening
  if (actorId === 'loadTimes') {
    if (error) stage.api.fail(TIMES, noAnswer)
    else stage.api.answer(TIMES, () => times)
  } else if (actorId) {
    const { kind = 'error' } = (output ?? {}) as { kind?: string }
    if (kind === 'done') stage.api.answer(ACT, () => offered)
    else if (kind === 'error') stage.api.fail(ACT, noAnswer)
    else stage.api.fail(ACT, refusal('slot_taken', { detail: 'This time is no longer free.' }))
  } else if (type === 'action.chosen') {
    const { action } = (happening as never as { request: OfferingRequest }).request
    await stage.press(action.kind === 'withdraw' ? /^Take the offer back/ : /^Remove from the list/)
    if (action.kind === 'remove') await screen.findByRole('dialog')
  } else if (type === 'dialog.closed') {
    await stage.user.keyboard('{Escape}')
    await settled()
    // Nobody waits for these any more.
    if (stage.api.isWaiting(...TIMES)) stage.api.fail(TIMES, noAnswer)
  } else {
    const name = {
      'times.requested': /^Offer a time/,
      'times.retried': 'Try again',
      'time.chosen': /^9:30am on Monday 10/,
      'action.retried': 'Try again',
      'removal.confirmed': 'Remove from the list',
      'problem.read': /^(Close|Look again)$/,
    }[type]
    if (!name || !screen.queryByRole('button', { name })) return notOffered
    await stage.press(name)
    if (type === 'times.requested') await screen.findByRole('dialog')
  }
  await stage.answerList()
  return undefined
}

const screens: Record<string, () => void> = {
  idle: () => {
    expect(alertText()).toBe('')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('heading', { name: /Ada Byron, 3rd for Flu jab/ })).toBeTruthy()
  },
  loadingTimes: () =>
    expect(screen.getByRole('dialog').textContent).toContain('Looking for free times'),
  timesFailed: () => expect(alertText()).toContain('could not look for free times'),
  choosing: () => {
    const { textContent } = screen.getByRole('dialog', { name: 'Offer Ada Byron a time' })
    expect(textContent).toMatch(/Mill Lane, Rosa Whitfield \(not what they asked for\)/)
  },
  confirmingRemoval: () =>
    expect(screen.getByRole('dialog', { name: 'Remove Ada Byron?' })).toBeTruthy(),
  acting: () => {
    expect(screen.queryByRole('dialog')).toBeNull()
    const still = screen.getAllByRole('button', { name: /Remov|Offer|Tak/ })
    expect(still.every((each) => each.getAttribute('aria-disabled') === 'true')).toBe(true)
  },
  refused: () => expect(alertText()).toContain('We have not changed the place of Ada Byron'),
  unanswered: () =>
    expect(alertText()).toContain('we do not know if the place of Ada Byron was changed'),
}

/** Who has a time offered has no other to be offered. */
const findWalks = (shown: WaitingListRow, kinds: readonly string[]) =>
  longWalks(offeringMachine, {
    events: happenings(offeringCatalogue).filter((event) => {
      const { request } = event as { request?: OfferingRequest }
      if (event.type === 'times.requested') return kinds.includes('offer')
      return !request || kinds.includes(request.action.kind)
    }),
    distinguish: (context: unknown) => context,
  }).map((path) => ({ ...path, shown }))

describeScreens('every way through the waiting list of staff', {
  paths: [...findWalks(ada, ['offer', 'remove']), ...findWalks(offered, ['withdraw', 'remove'])],
  open: ({ shown }) => openScreen([shown]),
  drive,
  screens,
})

describe('the waiting list', () => {
  test('says who waits, for what, since when, and why they are where they are', async () => {
    await openScreen([
      { ...offered, appointment: bookedEntry.appointment, can_be_told: false },
      { ...ada, id: 13, position: 1, declined: 0, expired: 0 },
    ])
    expect(screen.getByText('2 people wait')).toBeTruthy()
    const [first, second] = screen
      .getAllByRole('heading', { level: 2 })
      .map((heading) => within(heading.closest('li') as HTMLElement))
    expect(first?.getByText(/2 people joined before/)).toBeTruthy()
    expect(first?.getByText('Declined 1 offer, and kept the place.')).toBeTruthy()
    expect(first?.getByText('Did not answer 2 offers, and kept the place.')).toBeTruthy()
    expect(first?.getByText(/no email address or mobile number/)).toBeTruthy()
    expect(first?.getByText(/wants an earlier one/)).toBeTruthy()
    expect(first?.getByText(/^Offered:/).textContent).toContain('Kept until 11am on Tuesday 4')
    expect(first?.getByRole('link').getAttribute('href')).toBe('tel:07700900982')
    expect(second?.getByText(/Nobody who waits for this service joined before/)).toBeTruthy()
  })

  test('is read without actions by who may only see it, and leads to records by who may see those', async () => {
    await openScreen([ada], {
      permissions: [
        'clinic.view_waiting_list',
        'clinic.view_appointment',
        'clinic.view_other_appointments',
      ],
    })
    expect(screen.queryByRole('button', { name: /Offer|Remove/ })).toBeNull()
    expect(screen.getByRole('link', { name: /Health record/ }).getAttribute('href')).toBe(
      '/clinic/record-details?patient_id=9',
    )
  })

  test('sends what was chosen, and says what was done', async () => {
    const stage = await openScreen([ada])
    await stage.press(/^Offer a time/)
    await stage.api.answered(TIMES, () => times)
    await stage.press(/Mill Lane/)
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'POST admin/clinic/waiting-list/{id}/offers/',
      options: { params: { id: 12 }, body: { start: '2026-08-11T14:30:00.000Z', site_id: 2 } },
    })
    stage.api.answer(ACT, () => offered)
    await stage.answerList([offered])
    expect(screen.getByText('Offered Ada Byron a time.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Waiting list' }))
  })

  test.each([
    ['Book it for them', 'accept', 'Booked for Ada Byron.'],
    ['Decline for them', 'decline', 'Declined for Ada Byron, who keeps the place.'],
  ])('answers for a patient who telephones: %s', async (button, answer, text) => {
    const stage = await openScreen([offered])
    await stage.press(new RegExp(`^${button}`))
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: `POST admin/clinic/waiting-list/{id}/offers/{offer_id}/${answer}/`,
      options: { params: { id: 12, offer_id: 31 } },
    })
    stage.api.answer(ACT, () => waitingEntry)
    await stage.answerList([])
    expect(screen.getByText(text)).toBeTruthy()
  })

  test.each([
    ['', 'Nobody waits for a time.'],
    ['?offered=yes', 'Nobody waits with these filters.'],
  ])('that is empty says so: %s', async (search, text) => {
    await openScreen([], {}, search)
    expect(screen.getByText(text)).toBeTruthy()
  })

  test('no free time, no answer, and no live changes are said', async () => {
    const stage = await openScreen([ada])
    await stage.press(/^Offer a time/)
    await stage.api.answered(TIMES, () => ({ results: [] }))
    expect(screen.getByText(/no free times in the next 60 days/)).toBeTruthy()
    await stage.user.keyboard('{Escape}')
    expect(screen.queryByText(/cannot show changes by other people/)).toBeNull()
    act(() => stage.channel()?.onLost())
    await settled()
    expect(screen.getByText(/cannot show changes by other people/)).toBeTruthy()
  })

  test('whoever sees only their own schedule is told that others’ changes do not come', async () => {
    await openScreen([ada], {
      permissions: ['clinic.view_waiting_list', 'clinic.view_appointment'],
    })
    expect(screen.getByText(/cannot show changes by other people/)).toBeTruthy()
  })
})
