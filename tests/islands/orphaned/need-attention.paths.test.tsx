import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { NeedAttentionApp } from '#islands/orphaned/NeedAttentionApp.tsx'
import type { OpenChannel } from '#islands/schedule/schedule-channel.ts'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Viewer } from '#lib/contract/identity.ts'
import type { Alternative, OrphanRow } from '#lib/contract/orphaned-appointments.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import {
  needAttentionMachine,
  type OrphanActionRequest,
} from '#machines/orphaned/need-attention.machine.ts'
import { eventually } from '../../eventually.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { clinician } from '../../machines/identity/login.catalogue.ts'
import { needAttentionCatalogue } from '../../machines/orphaned/need-attention.catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { openIsland } from '../open-island.tsx'
import { booked } from '../people/record/clinic-appointment.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

// It is fetched when it is first opened, which takes a busy machine long.
beforeAll(async () => {
  await import('#islands/schedule/MoveQuestion.tsx')
})

const LIST = ['GET admin/clinic/orphaned-appointments/']
const DECIDE = [
  'PUT admin/appointments/{id}/',
  'PUT admin/clinic/orphaned-appointments/{id}/kept/',
  'DELETE admin/clinic/orphaned-appointments/{id}/kept/',
]

const place = (start: string, elsewhere = false): Alternative => ({
  start,
  end: start,
  staff_id: 8,
  staff_name: 'Samir Okafor',
  room_id: elsewhere ? 9 : 6,
  room_name: elsewhere ? 'Room 3' : 'Room 2',
  site_id: elsewhere ? 2 : 1,
  site_name: elsewhere ? 'Quay Lane' : 'Harbour Street',
  with_absent_clinician: false,
})

const ada: OrphanRow = {
  id: 41,
  version: 2,
  start: '2026-08-05T08:30:00.000Z',
  end: '2026-08-05T09:00:00.000Z',
  duration: 30,
  appointment_type: { id: 2, name: 'Travel vaccination' },
  patient: { id: 9, full_name: 'Ada Byron' },
  staff: { id: 7, full_name: 'Rosa Whitfield' },
  room: { id: 5, name: 'Room 1' },
  site: { id: 1, slug: 'harbour-street', name: 'Harbour Street' },
  reasons: ['outside_hours'],
  may_cancel: false,
  alternatives: ['09', '10', '11', '12', '13'].map((hour) =>
    place(`2026-08-06T${hour}:00:00.000Z`, hour === '10'),
  ),
  kept: null,
  asked: null,
}
const kept: OrphanRow = {
  ...ada,
  kept: { at: '2026-08-01T08:30:00.000Z', by: 'Rosa Whitfield' },
}

const moved: ClinicAppointment = {
  ...booked,
  id: 41,
  version: 3,
  start: '2026-08-06T11:00:00.000Z',
  duration: 30,
  appointment_type_id: 2,
  staff_id: 8,
  room_id: 6,
}

const viewer: Viewer = {
  ...clinician,
  staff_id: 7,
  permissions: [
    'clinic.view_appointment',
    'clinic.view_other_appointments',
    'clinic.change_appointment',
  ],
}

async function openScreen(
  shown: OrphanRow[],
  changes: Partial<Viewer> = {},
  search = '',
  sends: Partial<PublicSettings> = {},
) {
  history.replaceState(null, '', `/clinic/need-attention${search}`)
  let channel: Parameters<OpenChannel>[0] | undefined
  const stage = await openIsland((client) => (
    <NeedAttentionApp
      settings={{ ...settings, ...sends }}
      viewer={{ ...viewer, ...changes }}
      search={search}
      api={client}
      openChannel={(listener) => {
        channel = listener
        return () => undefined
      }}
    />
  ))
  const { api } = stage
  const answerList = async (results: OrphanRow[] = shown) => {
    await settled()
    while (api.isWaiting(...LIST)) api.answer(LIST, () => ({ count: results.length, results }))
    await settled()
  }
  await answerList()
  return {
    ...stage,
    answerList,
    channel: () => channel,
    queries: () =>
      api.sent.filter(({ key }) => LIST.includes(key)).map(({ options }) => options['query']),
  }
}
type Stage = Awaited<ReturnType<typeof openScreen>>

const alertText = () => screen.queryByRole('alert')?.textContent ?? ''

const actionButtons = {
  reschedule: /^Move to 10am/,
  keep: /^Keep as it is/,
  reopen: /^Mark as needing attention/,
}

async function drive(stage: Stage, happening: Happening) {
  const { type, actorId, output } = happening
  if (actorId) {
    const { kind = 'error' } = (output ?? {}) as { kind?: string }
    if (kind === 'done') stage.api.answer(DECIDE, () => moved)
    else if (kind === 'error') stage.api.fail(DECIDE, noAnswer)
    else if (kind === 'stale') stage.api.fail(DECIDE, refusal('stale'))
    else stage.api.fail(DECIDE, refusal('slot_taken', { detail: 'The clinician is occupied.' }))
  } else if (type === 'action.chosen') {
    const { action } = (happening as never as { request: OrphanActionRequest }).request
    const isElsewhere = action.kind === 'reschedule' && action.question !== null
    await stage.press(isElsewhere ? /^Move to Quay Lane, 11am/ : actionButtons[action.kind])
    if (isElsewhere) await screen.findByRole('dialog')
  } else if (type === 'move.confirmed' || type === 'move.declined') {
    await stage.press(type === 'move.confirmed' ? 'Move to Quay Lane' : 'Keep at Harbour Street')
  } else {
    await stage.press(type === 'action.retried' ? 'Try again' : /^(Close|Look again)$/)
  }
  await stage.answerList()
}

const screens: Record<string, () => void> = {
  idle: () => {
    expect(alertText()).toBe('')
    expect(screen.getByRole('heading', { name: /Ada Byron/ })).toBeTruthy()
  },
  confirming: () => {
    const { textContent } = screen.getByRole('dialog', { name: 'Move to Quay Lane?' })
    expect(textContent).toContain(
      'Ada Byron is booked at Harbour Street. The appointment would be at Quay Lane, 11am on Thursday 6\u00a0August 2026, Samir Okafor.',
    )
  },
  acting: () => expect(screen.getByRole('button', { name: /^(Moving|Saving)$/ })).toBeTruthy(),
  refused: () => expect(alertText()).toContain('We have not changed the appointment of Ada'),
  unanswered: () =>
    expect(alertText()).toContain('we do not know if the appointment of Ada Byron was changed'),
}

/** One card offers to reopen what was kept, another to move or to keep it. */
const findWalks = (shown: OrphanRow, isOffered: (kind: string) => boolean) =>
  longWalks(needAttentionMachine, {
    events: happenings(needAttentionCatalogue).filter((event) => {
      const { request } = event as { request?: OrphanActionRequest }
      return !request || isOffered(request.action.kind)
    }),
    distinguish: (context: unknown) => context,
  }).map((path) => ({ ...path, shown }))

describeScreens('every way through an appointment that needs attention', {
  paths: [
    ...findWalks(ada, (kind) => kind !== 'reopen'),
    ...findWalks(kept, (kind) => kind === 'reopen'),
  ],
  open: ({ shown }) => openScreen([shown]),
  drive,
  screens,
})

describe('an appointment that needs attention', () => {
  test('says who, when, where, with whom and why, and links into the schedule', async () => {
    await openScreen([ada])
    expect(screen.getByText('1 appointment needs attention')).toBeTruthy()
    const card = within(screen.getByRole('heading', { name: /Ada/ }).closest('li') as HTMLElement)
    expect(card.getByText(/9:30am on Wednesday 5/).textContent).toContain(
      '30 minutes, Rosa Whitfield, Room 1, Harbour Street',
    )
    expect(card.getByText(/will not be working in this room then/)).toBeTruthy()
    expect(card.getByText('2 more free times')).toBeTruthy()
    expect(card.getByRole('link').getAttribute('href')).toBe('/clinic/schedule/staff/7/2026/08/05')
  })

  test('moves at one press to the place that was pressed, is gone, and can be moved back', async () => {
    const stage = await openScreen([ada])
    await stage.press(/^Move to 12 noon/)
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'PUT admin/appointments/{id}/',
      options: {
        params: { id: 41 },
        body: { version: 2, start: '2026-08-06T11:00:00.000Z', staff_id: 8, room_id: 6 },
      },
    })
    await act(async () => stage.api.answer(DECIDE, () => moved))
    await stage.answerList([])
    expect(screen.getByText(/^Nothing needs attention/)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Appointments' }))
    expect(
      screen.getByText(/^Moved Ada Byron to 12 noon on .+, Samir Okafor, Harbour Street$/),
    ).toBeTruthy()
    await stage.press('Undo')
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'PUT admin/appointments/{id}/',
      options: {
        params: { id: 41 },
        body: { version: 3, start: ada.start, staff_id: 7, room_id: 5 },
      },
    })
    await act(async () => stage.api.answer(DECIDE, () => booked))
    await stage.answerList([ada])
    expect(screen.getByText('1 appointment needs attention')).toBeTruthy()
  })

  test('asks before its patient is told of another time, and adds what staff write', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-08-01T08:00:00Z'))
    const stage = await openScreen([ada], {}, '', { sendsTexts: true })
    await stage.press(/^Move to 12 noon/)
    const dialog = await screen.findByRole('dialog', {
      name: /^Move to 12 noon on Thursday 6.August/,
    })
    expect(dialog.textContent).toMatch(
      /^.+Ada Byron is booked at 9:30am on Wednesday 5.August 2026\. The appointment would be at 12 noon on Thursday 6.August 2026, Samir Okafor, Room 2\./,
    )
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Tell the patient' }))
    await userEvent.click(within(dialog).getByRole('button', { name: /^Move to 12 noon/ }))
    await settled()
    expect(stage.api.sent.at(-1)?.options['body']).toEqual({
      ...{ version: 2, start: '2026-08-06T11:00:00.000Z', staff_id: 8, room_id: 6 },
      ...{ tell_patient: false, message: '' },
    })
    vi.restoreAllMocks()
  })

  test('that somebody else has settled meanwhile is gone, and what was not done is still said', async () => {
    const stage = await openScreen([ada])
    await stage.press(/^Keep as it is/)
    await act(async () => stage.api.fail(DECIDE, refusal('stale')))
    await stage.answerList([])
    expect(alertText()).toContain('has changed since you opened this page')
    expect(screen.getByText(/^Nothing needs attention/)).toBeTruthy()
  })

  test('cannot be decided about by who may only look', async () => {
    await openScreen([ada], { permissions: ['clinic.view_appointment'] })
    expect(screen.queryByRole('button', { name: /^(Move|Leave)/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^Open/ })).toBeTruthy()
  })
})

describe('the list', () => {
  test('asks for what its address says', async () => {
    const stage = await openScreen([kept], {}, '?staff_id=7&site_id=3&kept=yes&page=2')
    expect(stage.queries()).toEqual([
      { staff_id: '7', site_id: '3', kept: 'yes', page: '2', page_size: '20' },
    ])
    expect(screen.getByText(/^Kept as it is by Rosa Whitfield/)).toBeTruthy()
    expect(screen.getByText('1 appointment kept as it is')).toBeTruthy()
  })

  test('is read again when somebody changes something, and says when it is not told', async () => {
    const stage = await openScreen([])
    expect(screen.getByText(/^Nothing needs attention/)).toBeTruthy()
    const days = { dates: [], staff_ids: [], room_ids: [] }
    await act(async () => stage.channel()?.onChanged({ type: 'schedule.changed', ...days }))
    await eventually(() => expect(stage.api.isWaiting(...LIST)).toBe(true))
    await stage.answerList([ada])
    expect(screen.getByRole('heading', { name: /Ada/ })).toBeTruthy()
    await act(async () => stage.channel()?.onLost())
    expect(screen.getByText(/cannot show changes by other people/)).toBeTruthy()
  })

  test('that cannot be loaded says why and is asked for again', async () => {
    history.replaceState(null, '', '/clinic/need-attention')
    const { api, press } = await openIsland((client) => (
      <NeedAttentionApp
        {...{ settings, viewer, search: '', api: client, openChannel: () => () => undefined }}
      />
    ))
    expect(screen.getByText('Looking for appointments that need attention')).toBeTruthy()
    await api.failed(LIST, noAnswer)
    expect(alertText()).toContain('We could not load the appointments that need attention.')
    await press('Try again')
    await api.answered(LIST, () => ({ count: 1, results: [ada] }))
    expect(screen.getByRole('heading', { name: /Ada/ })).toBeTruthy()
  })

  test('is not asked for by who sees nobody’s appointments', async () => {
    const stage = await openScreen([], { staff_id: null, permissions: ['clinic.view_appointment'] })
    expect(stage.queries()).toEqual([])
    expect(screen.getByText(/You have no appointments of your own/)).toBeTruthy()
  })
})
