import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'
// The dialog fetches it when it is first needed.
import '#islands/appointments/completion/CompletionPanel.tsx'
import { AppointmentDialog } from '#islands/appointments/AppointmentDialog.tsx'
import { clinicAppointmentKey } from '#islands/appointments/use-appointment-action.ts'
import { SendsContext } from '#islands/identity/sends-context.ts'
import { Notifications } from '#islands/ui/feedback/Notifications.tsx'
import type { ClinicAppointment } from '#lib/contract/clinic-appointments.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { appointmentActionMachine } from '#machines/appointments/appointment-action.machine.ts'
import type { FormatMove } from '#machines/schedule/format-move.ts'
import { appointmentActionCatalogue } from '../../machines/appointments/appointment-action.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { harbour } from '../booking/samples.ts'
import { describeScreens } from '../describe-screens.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { allTexts, pressing } from '../hands.ts'
import { InIsland } from '../InIsland.tsx'
import { booked, everything, sentTo } from '../people/record/clinic-appointment.ts'
import { settled } from '../settled.ts'

const READ = ['GET admin/appointments/{id}/']
const PLAN = ['GET admin/appointment-planner/']
const TYPES = ['GET admin/available_appointment_types/']
const CHECK = ['GET admin/check-availability/']
const ACT = [
  'PUT admin/appointments/{id}/complete_appointment/',
  'PATCH admin/appointments/{id}/mark_as_did_not_attend/',
  'DELETE admin/appointments/{id}/',
  'PUT admin/appointments/{id}/',
  'PUT admin/appointments/{id}/reinstate_appointment/',
]

async function openDialog(permissions: readonly Permission[] = everything, sendsEmail = false) {
  const api = fakeApi()
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const onChanged = vi.fn()
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={queries}>
      <SendsContext value={{ sendsEmail, sendsTexts: false, textCountries: [] }}>
        <InIsland
          api={api.client}
          viewer={{ permissions: [...permissions] }}
          timeZone="Europe/London"
        >
          <AppointmentDialog id={41} onChanged={onChanged} onClose={onClose} />
        </InIsland>
      </SendsContext>
    </QueryClientProvider>,
  )
  await settled()
  const user = userEvent.setup({ delay: null })
  return {
    api,
    queries,
    user,
    onChanged,
    onClose,
    press: pressing(user),
  }
}
type Stage = Awaited<ReturnType<typeof openDialog>>

const plan = () => ({
  times: [
    {
      start: '2026-08-05T09:30:00.000Z',
      end: '2026-08-05T10:00:00.000Z',
      site: harbour,
      clinicians: [{ staff_id: 3, full_name: 'Samir Okafor' }],
    },
    {
      start: '2026-08-05T10:30:00.000Z',
      end: '2026-08-05T11:00:00.000Z',
      site: { ...harbour, id: 2, name: 'Quay Lane' },
      clinicians: [{ staff_id: 3, full_name: 'Samir Okafor' }],
    },
  ],
})

const types = () => ({
  count: 2,
  results: [
    { id: booked.appointment_type_id, name: 'Flu jab', duration: 30, override: false },
    { id: 8, name: 'Ear check', duration: 15, override: true },
  ],
})

const offered = [
  { id: 6, name: 'Given advice' },
  { id: 7, name: 'Referred to GP' },
]

const visit: ClinicAppointment = { ...booked, offered_outcomes: offered }

/** Not attended, as somebody else or whoever looks at it has just said. */
const absent = (undo_until: string | null): ClinicAppointment =>
  sentTo(everything, {
    status: 'did_not_attend',
    status_change: {
      at: '2026-08-05T09:20:00.000Z',
      by_name: 'Rosa Staff',
      reinstated: false,
      undo_until,
    },
  })
const become = async ({ queries }: Stage, appointment: ClinicAppointment) => {
  queries.setQueryData(clinicAppointmentKey(41), appointment)
  await settled()
}

async function typeInto(user: Stage['user'], label: string, text: string) {
  const field = screen.getByLabelText(label)
  await user.clear(field)
  await user.paste(text)
}

const personDoes: Record<string, (stage: Stage, event?: object) => unknown> = {
  'reading.retried': ({ press }) => press('Try again'),
  'action.requested complete': ({ press }) => press('Complete'),
  'action.confirmed complete': async ({ user, press }) => {
    for (const { name } of offered) {
      const box = screen.getByLabelText<HTMLInputElement>(name)
      if (!box.checked) await user.click(box)
    }
    await typeInto(user, 'Clinician’s notes (optional)', 'Sore arm')
    await press('Complete appointment')
  },
  'action.requested writeNotes': async (stage) => {
    await become(stage, absent(null))
    await stage.press('Add notes')
  },
  'action.confirmed writeNotes': async ({ user, press }) => {
    await typeInto(user, 'Clinician’s notes (optional)', 'Sore arm')
    await press('Save notes')
  },
  'action.chosen didNotAttend': async (stage) => {
    await become(stage, { ...visit, patient: { ...visit.patient, email: '' } })
    await stage.press('Did not attend')
  },
  'action.requested didNotAttend': ({ press }) => press('Did not attend'),
  'action.confirmed didNotAttend': ({ press }) => press('Mark as did not attend'),
  'action.requested cancel': ({ press }) => press('Cancel appointment'),
  'action.requested reschedule': async ({ press, api }) => {
    await press('Move')
    api.answer(PLAN, plan)
  },
  'action.requested change': async ({ press, api }) => {
    await press('Change type or duration')
    api.answer(TYPES, types)
  },
  'action.confirmed change': async ({ user, press }) => {
    await user.selectOptions(screen.getByLabelText('Appointment type'), '8')
    await typeInto(user, 'Minutes', '45')
    await press('Save change')
  },
  'action.chosen reinstate': async (stage) => {
    await become(stage, absent('2099-01-01T00:00:00.000Z'))
    await stage.press('Undo')
  },
  'action.requested reinstate': async (stage) => {
    await become(stage, absent(null))
    await stage.press('Correct status')
  },
  'action.confirmed reinstate': async ({ user, press }) => {
    await typeInto(user, 'Why is the status wrong?', 'Came after all')
    await press('Set back to booked')
  },
  'asking.dropped': ({ press }) =>
    press(
      /^(Keep appointment|Keep the current time|Keep at Harbour Street|Leave it as it is|Back)$/,
    ),
  'action.confirmed cancel': ({ press }) => press('Cancel appointment'),
  'action.confirmed reschedule': async ({ user, press }, event) => {
    const { branchChange } =
      (event as { action?: { branchChange?: FormatMove | null } }).action ?? {}
    await user.selectOptions(screen.getByLabelText('Time and clinician'), [
      branchChange ? '11:30am, Samir Okafor, Quay Lane' : '10:30am, Samir Okafor, Harbour Street',
    ])
    await press('Move appointment')
  },
  'site.confirmed': ({ press }) => press('Move to Quay Lane'),
  'change.accepted': ({ press }) => press('Continue anyway'),
  'acting.retried': ({ press }) => press('Try again'),
  'acting.dropped': ({ press }) => press(/^(Leave it as it is|Check the appointment)$/),
}

/** An event with the action that it is about, if any. */
function findStep(event: object) {
  const { type, kind, action } = event as { type: string; kind?: string; action?: { kind: string } }
  return [type, kind ?? action?.kind].filter(Boolean).join(' ')
}

async function drive(stage: Stage, event: Happening) {
  const { actorId, output } = event
  const { kind = 'error' } = (output ?? {}) as { kind?: string }
  const { api } = stage
  const isOpen = screen.queryByRole('button', { name: 'Complete' }) !== null
  if (!actorId && isOpen) await become(stage, visit)
  if (actorId === 'readAppointment') {
    // What is offered stays what it was.
    const shown = stage.queries.getQueryData<ClinicAppointment>(clinicAppointmentKey(41))
    if (kind === 'read') api.answer(READ, () => ({ ...(shown ?? visit) }))
    else if (kind === 'error') api.fail(READ, noAnswer)
    else api.fail(READ, refusal(kind === 'notFound' ? 'not_found' : 'not_allowed'))
  } else if (actorId) {
    if (kind === 'done') api.answer(ACT, () => visit)
    else if (kind === 'error') api.fail(ACT, noAnswer)
    else if (kind === 'stale') api.fail(ACT, stale)
    else api.fail(ACT, refusal('slot_taken', { detail: 'The clinician is occupied.' }))
  } else await personDoes[findStep(event)]?.(stage, event)
  await settled()
  // A form that is opened again after a refusal looks for times again.
  if (api.isWaiting(...PLAN)) api.answer(PLAN, plan)
  if (api.isWaiting(...TYPES)) api.answer(TYPES, types)
  await settled()
}

const buttons = () => allTexts('button').filter((name) => name !== 'Close')

const OPEN = ['Complete', 'Did not attend', 'Move', 'Change type or duration', 'Cancel appointment']
/** What is offered of one that was not attended: to whoever said so, and to others. */
const OPEN_ABSENT = [
  ['Complete', 'Add notes', 'Undo'],
  ['Complete', 'Add notes', 'Correct status'],
]
/** One of them is under way; the others are where they were. */
function isSavingOne() {
  const shown = buttons()
  expect(shown.filter((name) => name === 'Saving')).toHaveLength(1)
  expect([OPEN, ...OPEN_ABSENT]).toContainEqual(
    shown.map((name, index) =>
      name === 'Saving' ? (shown.length === 3 ? OPEN_ABSENT[0] : OPEN)?.[index] : name,
    ),
  )
}

const screens: Record<string, () => void> = {
  reading: () => expect(screen.getByText('Looking up the appointment')).toBeTruthy(),
  readFailed: () => expect(buttons()).toEqual(['Try again']),
  open: () => {
    const isAbsent = screen.queryByText(/^Did not attend, 10:20am on/) !== null
    if (isAbsent) return expect(OPEN_ABSENT).toContainEqual(buttons())
    expect(buttons()).toEqual(OPEN)
    const { textContent } = screen.getByRole('dialog', { name: 'Appointment' })
    for (const fact of [
      'Ada Byron',
      'born 4\u00a0March 1987, NHS number 943\u00a0476\u00a05919, 07700\u00a0900982',
      'Wednesday 5\u00a0August 2026, 9:30am to 10am',
      'Flu jab',
      'Samir Okafor, Consulting room, Harbour Street',
      'Booked',
    ]) {
      expect(textContent).toContain(fact)
    }
    expect(screen.getByRole('link', { name: 'History' }).getAttribute('href')).toBe(
      '/admin/audit?subject_type=appointment&subject_id=41',
    )
  },
  // The first form to be asked for comes by a script of its own.
  asking: () =>
    waitFor(() =>
      expect([
        ['Complete appointment', 'Back'],
        ['Save notes', 'Back'],
        ['Mark as did not attend', 'Back'],
        ['Cancel appointment', 'Keep appointment'],
        ['Move appointment', 'Keep the current time'],
        ['Save change', 'Leave it as it is'],
        ['Set back to booked', 'Back'],
      ]).toContainEqual(buttons()),
    ),
  confirmingSite: () => {
    expect(buttons()).toEqual(['Move to Quay Lane', 'Keep at Harbour Street'])
    const { textContent } = screen.getByRole('dialog', { name: 'Appointment' })
    expect(textContent).toContain(
      'Ada Byron is booked at Harbour Street. The appointment would be at Quay Lane, 11:30am on Wednesday 5\u00a0August 2026, Samir Okafor.',
    )
  },
  acting: () => isSavingOne(),
  rereading: () => isSavingOne(),
  changed: () => expect(buttons()).toEqual(['Continue anyway', 'Leave it as it is']),
  actFailed: () => expect(buttons()).toEqual(['Try again', 'Check the appointment']),
  notFound: () => expect(screen.getByRole('alert').textContent).toMatch(/no longer exists/),
  notAllowed: () =>
    expect(screen.getByRole('alert').textContent).toMatch(/do not have permission to see/),
}

describeScreens('every way through an appointment', {
  paths: longWalks(appointmentActionMachine, {
    events: happenings(appointmentActionCatalogue),
    // What is left of an earlier refusal is the machine's own: its paths tell that apart, too.
    distinguish: ({ asked, action }: SnapshotFrom<typeof appointmentActionMachine>['context']) => [
      asked,
      action,
    ],
  }),
  open: () => openDialog(everything, true),
  drive,
  screens,
})

test('a refusal is said in the words of the server, and what may be done is still there', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => booked)
  await stage.press('Did not attend')
  await stage.api.failed(ACT, refusal('conflict', { detail: 'This appointment was cancelled.' }))
  expect(screen.getByRole('alert').textContent).toBe('This appointment was cancelled.')
  screens['open']?.()
  expect(stage.onChanged).not.toHaveBeenCalled()
})

const stale = refusal('stale', { detail: 'Rosa Staff moved this appointment at 9am.' })

test('who was quicker is named with what they changed, and what was typed is sent all the same', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => booked)
  await stage.press('Cancel appointment')
  await stage.user.type(screen.getByLabelText('Why is it cancelled? (optional)'), 'Ill')
  await stage.press('Cancel appointment')
  await stage.api.failed(ACT, stale)
  await stage.api.answered(READ, () => ({
    ...booked,
    version: 2,
    start: '2026-08-05T10:30:00.000Z',
    end: '2026-08-05T11:00:00.000Z',
  }))
  const alert = screen.getByRole('alert')
  expect(document.activeElement).toBe(alert)
  expect(alert.textContent).toContain('Rosa Staff moved this appointment at 9am.')
  expect([...alert.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'When was: Wednesday 5\u00a0August 2026, 9:30am to 10am',
  ])
  expect(alert.textContent).toContain('Your reason for cancelling: Ill')
  await stage.press('Continue anyway')
  expect(stage.api.sent.at(-1)?.options).toMatchObject({
    body: { version: 2, cancellation_notes: 'Ill' },
  })
  await stage.api.failed(ACT, refusal('conflict', { detail: 'The clinic is closed.' }))
  expect(screen.getByDisplayValue('Ill')).toBeTruthy()
})

test.each([
  ['Complete', 'cancelled', 'It is cancelled now, so it cannot be completed.'],
  ['Complete', 'completed', 'It is already completed.'],
  ['Did not attend', 'completed', 'It is completed now, so it cannot be marked as did not attend.'],
  [
    'Cancel appointment',
    'did_not_attend',
    'It is marked as did not attend now, so it cannot be cancelled.',
  ],
] as const)('%s is not offered again for one that is %s meanwhile', async (name, status, why) => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => booked)
  await stage.press(name)
  if (name === 'Cancel appointment') await stage.press(name)
  if (name === 'Complete') await stage.press('Complete appointment')
  await stage.api.failed(ACT, stale)
  await stage.api.answered(READ, () => sentTo(everything, { status, version: 2 }))
  expect(screen.getByText(why)).toBeTruthy()
  expect(buttons()).toEqual(['Leave it as it is'])
})

test('what was pressed says that it is on its way', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => booked)
  await stage.press('Did not attend')
  const [complete, , ...others] = OPEN
  expect(buttons()).toEqual([complete, 'Saving', ...others])
})

describe('what an appointment came to', () => {
  const openAs = async (given: Partial<ClinicAppointment>, permissions = everything) => {
    const stage = await openDialog(permissions)
    await stage.api.answered(READ, () => sentTo(permissions, given))
    return stage
  }

  test.each([
    [{}, 'Booked, 8am on Monday 3 August 2026 by Ada Byron'],
    [{ status: 'did_not_attend' }, 'Did not attend, 8am on Monday 3 August 2026 by Ada Byron'],
    [
      {
        status: 'completed',
        completed_on: '2026-08-05T09:00:00.000Z',
        completed_by_name: 'Samir Okafor',
      },
      'Completed, 10am on Wednesday 5 August 2026 by Samir Okafor',
    ],
    [
      { status: 'cancelled', cancelled_on: '2026-08-04T09:00:00.000Z' },
      'Cancelled, 10am on Tuesday 4 August 2026 by Ada Byron',
    ],
  ] satisfies [Partial<ClinicAppointment>, string][])(
    'says who and when: %o',
    async (more, text) => {
      const by = {
        at: '2026-08-03T07:00:00.000Z',
        by_name: 'Ada Byron',
        reinstated: false,
        undo_until: null,
      }
      await openAs({ status_change: by, ...more })
      expect(screen.getByText(text)).toBeTruthy()
    },
  )

  test('says that it was set back to booked', async () => {
    const by = {
      at: '2026-08-03T07:00:00.000Z',
      by_name: 'Ada Byron',
      reinstated: true,
      undo_until: null,
    }
    await openAs({ status_change: by })
    expect(screen.getByText('Booked again, 8am on Monday 3 August 2026 by Ada Byron')).toBeTruthy()
  })

  test('is offered to be undone once the dialog is closed', async () => {
    const stage = await openAs(booked)
    render(<Notifications />)
    await stage.press('Did not attend')
    await stage.api.answered(ACT, () => ({ ...absent('2099-01-01T00:00:00.000Z'), version: 2 }))
    const region = screen.getByRole('region', { name: 'Notifications', hidden: true })
    expect(region.textContent).toBe('')
    expect(screen.getByText('Did not attend: Ada Byron, 9:30am')).toBeTruthy()
    await stage.press('Close')
    expect(region.textContent).toBe('Did not attend: Ada Byron, 9:30amUndoDismiss')
  })

  test('is undone at once by whoever said it', async () => {
    const stage = await openAs({ ...absent('2099-01-01T00:00:00.000Z'), version: 2 })
    await stage.press('Undo')
    expect(stage.api.sent.at(-1)).toEqual({
      key: 'PUT admin/appointments/{id}/reinstate_appointment/',
      options: { params: { id: 41 }, body: { version: 2, reason: '' } },
    })
    await stage.api.answered(ACT, () => ({ ...booked, version: 3 }))
    expect(buttons()).toEqual(OPEN)
  })

  test('is corrected later with a reason, and not without', async () => {
    const stage = await openAs({ ...absent('2020-01-01T00:00:00.000Z'), version: 2 })
    await stage.press('Correct status')
    await stage.press('Set back to booked')
    const reason = screen.getByLabelText('Why is the status wrong?')
    expect(screen.getByText('Enter a reason')).toBeTruthy()
    expect(document.activeElement).toBe(reason)
    await stage.user.type(reason, 'Came after all')
    await stage.press('Set back to booked')
    expect(stage.api.sent.at(-1)?.options).toMatchObject({ body: { reason: 'Came after all' } })
    await stage.api.failed(ACT, refusal('slot_taken', { detail: 'The clinician is occupied.' }))
    expect(screen.getByRole('alert').textContent).toBe('The clinician is occupied.')
    expect(screen.getByDisplayValue('Came after all')).toBeTruthy()
  })

  test('is final for who may not correct it', async () => {
    await openAs(
      { ...absent(null), status: 'completed' },
      everything.filter((permission) => permission !== 'clinic.change_outcome'),
    )
    expect(buttons()).toEqual(['Add notes'])
  })
})

describe('what the patient is told', () => {
  const to = '2099-08-05T08:30:00.000Z'
  const openAs = async (given: Partial<ClinicAppointment>, sendsEmail = true) => {
    const stage = await openDialog(everything, sendsEmail)
    await stage.api.answered(READ, () => sentTo(everything, given))
    return stage
  }
  const tick = () => screen.queryByRole<HTMLInputElement>('checkbox', { name: 'Tell the patient' })

  test('is ticked, says where it goes, and takes a sentence', async () => {
    const stage = await openAs({ start: to })
    await stage.press('Cancel appointment')
    expect(tick()?.checked).toBe(true)
    expect(screen.getByText('We will write to ada@example.test.')).toBeTruthy()
    await stage.user.type(screen.getByLabelText('Message to the patient (optional)'), 'Sorry')
    await stage.press('Cancel appointment')
    expect(stage.api.sent.at(-1)?.options).toMatchObject({
      body: { tell_patient: true, message: 'Sorry' },
    })
    await stage.api.failed(ACT, refusal('conflict', { detail: 'The clinic is closed.' }))
    expect(screen.getByDisplayValue('Sorry')).toBeTruthy()
  })

  test('is nothing without the tick, whatever was typed before', async () => {
    const stage = await openAs({})
    await stage.press('Did not attend')
    await stage.user.type(screen.getByLabelText('Message to the patient (optional)'), 'Sorry')
    await stage.user.click(screen.getByRole('checkbox', { name: 'Tell the patient' }))
    expect(screen.queryByLabelText('Message to the patient (optional)')).toBeNull()
    await stage.press('Mark as did not attend')
    expect(stage.api.sent.at(-1)?.options).toMatchObject({
      body: { tell_patient: false, message: '' },
    })
  })

  test.each([
    ['without an email address', { start: to, patient: { ...booked.patient, email: '' } }, true],
    ['where no messages are sent', { start: to }, false],
    ['when it is over', {}, true],
  ])('cannot be chosen %s', async (_, given, sendsEmail) => {
    const stage = await openAs(given, sendsEmail)
    await stage.press('Cancel appointment')
    expect(tick()).toBeNull()
    expect(screen.queryByText(/^The patient has no email address/) !== null).toBe(
      'patient' in given,
    )
  })

  test('is not asked for another clinician at the same time', async () => {
    const stage = await openAs({ start: to })
    await stage.press('Move')
    const [time] = plan().times
    await stage.api.answered(PLAN, () => ({
      times: [{ ...time, start: to, clinicians: [{ staff_id: 4, full_name: 'Rosa Staff' }] }],
    }))
    expect(tick()).toBeTruthy()
    await stage.user.selectOptions(
      screen.getByLabelText('Time and clinician'),
      '9:30am, Rosa Staff, Harbour Street',
    )
    expect(tick()).toBeNull()
  })
})

test('a time that was refused is still chosen', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => booked)
  await drive(stage, { type: 'action.requested', kind: 'reschedule' } as never)
  await drive(stage, { type: 'action.confirmed', action: { kind: 'reschedule' } } as never)
  await stage.api.failed(ACT, refusal('conflict', { detail: 'The patient is elsewhere then.' }))
  await stage.api.answered(PLAN, plan)
  expect(screen.getByDisplayValue('10:30am, Samir Okafor, Harbour Street')).toBeTruthy()
})

test('each action says which version it saw', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => ({ ...booked, version: 4 }))
  await stage.press('Cancel appointment')
  await stage.user.type(screen.getByLabelText('Why is it cancelled? (optional)'), 'Ill')
  await stage.press('Cancel appointment')
  expect(stage.api.sent.at(-1)).toEqual({
    key: 'DELETE admin/appointments/{id}/',
    options: {
      params: { id: 41 },
      body: { version: 4, cancellation_notes: 'Ill', tell_patient: true, message: '' },
    },
  })
  await stage.api.answered(ACT, () => sentTo(everything, { status: 'cancelled', version: 5 }))
  expect(buttons()).toEqual(['Add notes', 'Correct status'])
  expect(stage.onChanged).toHaveBeenCalledOnce()
})

test.each([
  ['somebody who may only look', [], { status: 'booked' }, []],
  [
    'an appointment to come',
    everything,
    { start: '2099-08-05T08:30:00.000Z' },
    ['Move', 'Change type or duration', 'Cancel appointment'],
  ],
  [
    'somebody who may choose neither a type nor a duration',
    ['clinic.view_appointment', 'clinic.change_appointment'],
    { start: '2099-08-05T08:30:00.000Z' },
    ['Move'],
  ],
  [
    'somebody who may choose a type only',
    ['clinic.view_appointment', 'clinic.change_appointment', 'clinic.view_appointmenttype'],
    { start: '2099-08-05T08:30:00.000Z' },
    ['Move', 'Change type'],
  ],
  ['one that was completed', everything, { status: 'completed' }, ['Add notes', 'Correct status']],
  [
    'one that was not attended',
    everything,
    { status: 'did_not_attend' },
    ['Complete', 'Add notes', 'Correct status'],
  ],
] as const)('%s is offered what can be done', async (_, permissions, more, offered) => {
  const { api } = await openDialog(permissions)
  await api.answered(READ, () => sentTo(permissions, more))
  expect(buttons()).toEqual(offered)
})

test('another type or duration is checked before it is saved, and keeps what was typed when refused', async () => {
  const stage = await openDialog()
  const { api, user } = stage
  await api.answered(READ, () => booked)
  await personDoes['action.requested change']?.(stage)
  await settled()
  await stage.press('Save change')
  expect(screen.getByRole('alert').textContent).toBe('You have not changed anything.')
  const minutes = () => screen.getByLabelText<HTMLInputElement>('Minutes')
  await user.clear(minutes())
  await user.type(minutes(), '7')
  expect(screen.getByText('Enter a multiple of 5 minutes')).toBeTruthy()
  await stage.press('Save change')
  await user.clear(minutes())
  await user.type(minutes(), '45')
  await settled()
  await api.answered(CHECK, (options) => {
    expect(options['query']).toEqual({
      appointment_type_id: booked.appointment_type_id,
      appointment_id: 41,
      start: booked.start,
      site_id: 1,
      staff_id: 3,
      room_id: 5,
      duration: 45,
    })
    return { available: false, reasons: [{ code: 'occupied', detail: 'It is taken from 10am.' }] }
  })
  expect(screen.getByRole('status', { name: 'Why this cannot be booked' }).textContent).toContain(
    'It is taken from 10am.',
  )
  expect(
    screen.getByText('It usually takes 30 minutes. The audit trail will show the change.'),
  ).toBeTruthy()
  await stage.press('Save change')
  expect(api.sent.at(-1)).toEqual({
    key: 'PUT admin/appointments/{id}/',
    options: {
      params: { id: 41 },
      body: { version: booked.version, duration: 45, tell_patient: true, message: '' },
    },
  })
  await api.failed(ACT, refusal('slot_taken', { detail: 'It is taken from 10am.' }))
  await api.answered(TYPES, types)
  expect(minutes().value).toBe('45')
  expect(screen.getByRole('alert').textContent).toBe('It is taken from 10am.')
})

test('a type that the hours do not offer is marked as what it is', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => booked)
  await personDoes['action.requested change']?.(stage)
  await settled()
  await stage.user.selectOptions(screen.getByLabelText('Appointment type'), [
    'Ear check, 15 minutes (not offered then)',
  ])
  expect(screen.getByText(/^These hours do not offer this type/)).toBeTruthy()
  // The duration came with the type, and goes with it.
  expect(screen.getByLabelText<HTMLInputElement>('Minutes').value).toBe('15')
})

test('what came of it is ticked, sent, and shown; what is not offered any more is said at its field', async () => {
  const stage = await openDialog()
  await stage.api.answered(READ, () => ({ ...booked, offered_outcomes: offered }))
  await stage.press('Complete')
  expect(document.activeElement?.textContent).toBe('Complete the appointment')
  await stage.user.click(screen.getByLabelText('Given advice'))
  await stage.user.click(screen.getByLabelText('Referred to GP'))
  await stage.press('Complete appointment')
  expect(stage.api.sent.at(-1)?.options).toMatchObject({ body: { outcome_ids: [6, 7] } })
  const message = 'Choose outcomes that this type of appointment offers. Not offered: Given advice'
  await stage.api.failed(ACT, refusal('invalid', { fields: { outcome_ids: [message] } }))
  await stage.api.answered(READ, () => ({ ...booked, offered_outcomes: offered.slice(1) }))
  expect(screen.getByRole('group', { name: 'Outcome' }).textContent).toContain(message)
  expect(screen.queryByLabelText('Given advice')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Referred to GP').checked).toBe(true)
  await stage.press('Complete appointment')
  expect(stage.api.sent.at(-1)?.options).toMatchObject({ body: { outcome_ids: [7] } })
  await stage.api.answered(ACT, () =>
    sentTo(everything, {
      status: 'completed',
      outcomes: [
        {
          id: 7,
          name: 'Referred to GP',
          version: 2,
          subversion: 1,
          has_letter: true,
          url: 'https://x/7/',
        },
      ],
    }),
  )
  expect(screen.getByText('Referred to GP')).toBeTruthy()
  expect(buttons()).toEqual(['Add notes', 'Correct status'])
})
