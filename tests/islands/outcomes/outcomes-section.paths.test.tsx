import { screen, within } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { OutcomesSection } from '#islands/outcomes/OutcomesSection.tsx'
import type { AppointmentOutcomes, RecordedOutcome } from '#lib/contract/outcomes.ts'
import {
  type OutcomeChange,
  outcomeChangeMachine,
} from '#machines/outcomes/outcome-change.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { outcomeChangeCatalogue } from '../../machines/outcomes/outcome-change.catalogue.ts'
import { longWalks, type Path } from '../../machines/walk-machine.ts'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { openIsland } from '../open-island.tsx'
import { settled } from '../settled.ts'
import { WithQueries } from '../WithQueries.tsx'

// It is fetched when it is first opened, which takes a busy machine long.
beforeAll(async () => {
  await import('#islands/outcomes/OutcomeDialog.tsx')
})

const LIST = ['GET admin/appointments/{id}/outcomes/']
const SAVE = [
  'POST admin/appointments/{id}/outcomes/',
  'PUT admin/appointments/{id}/outcomes/{recorded_id}/',
  'DELETE admin/appointments/{id}/outcomes/{recorded_id}/',
]

const advice: RecordedOutcome = {
  id: 31,
  outcome_id: 7,
  name: 'Advice given',
  version: 1,
  subversion: 0,
  has_letter: true,
  recorded: '2026-08-05T08:30:00.000Z',
  recorded_by_name: 'Rosa Whitfield',
  reason: '',
  replaces: 30,
  ended: null,
  ended_by_name: '',
  replaced_by: null,
  withdrawn_reason: '',
  is_outdated: true,
}
const earlier: RecordedOutcome = {
  ...advice,
  id: 30,
  outcome_id: 9,
  name: 'Referred to GP',
  replaces: null,
  ended: '2026-08-05T08:30:00.000Z',
  ended_by_name: 'Rosa Whitfield',
  replaced_by: 31,
}
const outcomes: AppointmentOutcomes = {
  appointment: { id: 41, version: 4, status: 'completed' },
  results: [advice, earlier],
  offered: [
    { id: 7, name: 'Advice given' },
    { id: 8, name: 'Medicine supplied' },
  ],
  may: ['add', 'change', 'withdraw'],
}

const openEmpty = (audience: 'clinic' | 'user') =>
  openIsland((api) => (
    <WithQueries>
      <OutcomesSection {...{ api, audience }} appointmentId={41} timeZone="Europe/London" />
    </WithQueries>
  ))

async function openSection(shown: AppointmentOutcomes = outcomes) {
  const stage = await openEmpty('clinic')
  const { api } = stage
  const answerList = async () => {
    await settled()
    while (api.isWaiting(...LIST)) api.answer(LIST, () => shown)
    await settled()
  }
  await answerList()
  return { ...stage, answerList }
}
type Stage = Awaited<ReturnType<typeof openSection>>

const starts: Record<OutcomeChange['kind'], string> = {
  add: 'Add an outcome',
  change: 'Change Advice given',
  withdraw: 'Withdraw Advice given',
}
const submits: Record<OutcomeChange['kind'], string> = {
  add: 'Add outcome',
  change: 'Change outcome',
  withdraw: 'Withdraw outcome',
}

async function submit({ user, press }: Stage, kind: OutcomeChange['kind']) {
  if (kind !== 'withdraw') await user.selectOptions(screen.getByLabelText('Outcome'), '8')
  const reason = screen.getByLabelText('Reason')
  await user.clear(reason)
  await user.paste('A wrong tick')
  await press(submits[kind])
}

const BACK = 'Check the outcomes'

async function drive(stage: Stage, happening: Happening) {
  const { actorId, output } = happening
  if (actorId) {
    const { kind = 'error', reason: detail = '' } = (output ?? {}) as Record<string, string>
    if (kind === 'saved') stage.api.answer(SAVE, () => outcomes)
    else if (kind === 'error') stage.api.fail(SAVE, noAnswer)
    else if (kind === 'outdated') stage.api.fail(SAVE, refusal('stale', { detail }))
    else stage.api.fail(SAVE, refusal('invalid', { fields: { outcome_id: [detail] } }))
    await stage.answerList()
  } else if (screen.queryByRole('button', { name: 'Try again' })) await stage.press('Try again')
  else await submit(stage, (happening as never as { input: OutcomeChange }).input.kind)
}

const isClosed = () => {
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('link', { name: 'Read the letter Advice given' })).toBeTruthy()
}
const isForm = () => expect(screen.getByLabelText('Reason')).toBeTruthy()

const screens: Record<string, () => void> = {
  'ready.idle': isForm,
  'ready.refused': isForm,
  sending: () => expect(screen.getByRole('button', { name: 'Saving' })).toBeTruthy(),
  saved: isClosed,
  outdated: () =>
    expect(screen.getByRole('alert').textContent).toBe(
      'Rosa Whitfield changed an outcome at 10am. Your change has not been saved.Check the outcomes',
    ),
  'ready.unanswered': () =>
    expect(screen.getByRole('alert').textContent).toContain('we do not know whether your change'),
}

type Walk = Path & { kind: OutcomeChange['kind'] }

/** A dialog of one kind submits what it is for. */
const findWalks = (kind: Walk['kind']): Walk[] =>
  longWalks(outcomeChangeMachine, {
    events: happenings(outcomeChangeCatalogue).filter(
      (event) => ((event as { input?: OutcomeChange }).input?.kind ?? kind) === kind,
    ),
  }).map((path) => ({ ...path, kind, name: `${kind}: ${path.name}` }))

async function openDialog(kind: Walk['kind']) {
  const stage = await openSection()
  await stage.press(starts[kind])
  return stage
}

describeScreens('every way of changing an outcome', {
  paths: [...findWalks('add'), ...findWalks('change'), ...findWalks('withdraw')],
  open: ({ kind }) => openDialog(kind),
  drive,
  screens,
})

test('the dialog is left without a change', async () => {
  const { press } = await openDialog('change')
  await press('Cancel')
  isClosed()
})

test.each([
  ['somebody else changed it first', refusal('stale')],
  ['nobody knows whether it was saved', noAnswer],
])('the outcomes are read again where %s', async (_, failure) => {
  const stage = await openDialog('withdraw')
  await submit(stage, 'withdraw')
  await stage.api.failed(SAVE, failure)
  await stage.press(BACK)
  expect(stage.api.isWaiting(...LIST)).toBe(true)
  await stage.answerList()
  isClosed()
})

test('a change says which version of the appointment was seen, and offers the latest version', async () => {
  const stage = await openSection()
  await stage.press(starts.change)
  const offered = within(screen.getByLabelText('Outcome')).getAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'Choose',
    'Advice given (latest version)',
    'Medicine supplied',
  ])
  await submit(stage, 'change')
  expect(stage.api.sent.at(-1)).toMatchObject({
    key: SAVE[1],
    options: {
      params: { id: 41, recorded_id: 31 },
      body: { version: 4, outcome_id: 8, reason: 'A wrong tick' },
    },
  })
})

test('without a choice or a reason nothing is sent, and the summary says what is missing', async () => {
  const stage = await openSection()
  await stage.press(starts.add)
  await stage.press(submits.add)
  const summary = screen.getByRole('region', { name: 'There is a problem' })
  expect(summary.textContent).toBe('There is a problemChoose an outcomeEnter a reason')
  expect(document.activeElement).toBe(summary)
  expect(stage.api.isWaiting(...SAVE)).toBe(false)
})

test('what was replaced is listed with when and by whom, and links to its own letter', async () => {
  await openSection({ ...outcomes, may: [] })
  expect(screen.queryByRole('button')).toBeNull()
  const old = screen.getByText('Referred to GP', { selector: 'p' }).closest('li') as HTMLElement
  expect(old.textContent).toContain('Replaced at 9:30am')
  expect(within(old).getByRole('link').getAttribute('href')).toBe(
    '/clinic/appointments/41/outcomes/9?recorded_id=30',
  )
})

test('a list that cannot be loaded says so and is asked for again', async () => {
  const { api, press } = await openEmpty('user')
  await api.failed(['GET private/appointments/{id}/outcomes/'], noAnswer)
  expect(screen.getByRole('alert').textContent).toContain('We could not load the outcomes.')
  await press('Try again')
  expect(api.isWaiting('GET private/appointments/{id}/outcomes/')).toBe(true)
})
