import { screen, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AdviceDialog } from '#islands/advice/AdviceDialog.tsx'
import { OwnAdvice } from '#islands/advice/OwnAdvice.tsx'
import type { AdviceSnippet, PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { adviceWritingMachine } from '#machines/advice/advice-writing.machine.ts'
import {
  adviceWritingCatalogue,
  latestAdvice,
  restAdvice,
  written,
} from '../../machines/advice/advice-writing.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../describe-screens.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { openPart } from '../open-island.tsx'
import { settled } from '../settled.ts'

const WRITE = 'POST admin/patientadvices/'
const SAVE = [
  WRITE,
  'PUT admin/patientadvices/{id}/',
  'PATCH admin/patientadvices/{id}/',
  'DELETE admin/patientadvices/{id}/',
]
const READ = ['GET admin/patientadvices/{id}/']
const page = (...results: unknown[]) => ({ count: results.length, results })

const saved: AdviceSnippet = {
  id: 7,
  url: 'https://carelane.example/api/admin/advicesnippets/7/',
  version: 1,
  name: 'Sleep',
  advice_text: 'Go to bed early.',
  category_ids: [3],
  created: '2026-08-01T08:45:00.000Z',
  modified: '2026-08-01T08:45:00.000Z',
}

async function openDialog(listed: readonly PatientAdvice[] = [restAdvice]) {
  const api = fakeApi({
    'GET admin/patientadvices/': () => page(...listed),
    'GET admin/patientarchivedadvices/': () => page(),
    'GET admin/advicecategories/': () =>
      page({ id: 2, name: 'Self-care' }, { id: 3, name: 'Sleep' }),
    'GET admin/advicesnippets/': () => page(saved),
  })
  const onClose = vi.fn()
  const stage = await openPart(
    <AdviceDialog patientId={12} appointmentId={41} onClose={onClose} />,
    { viewer: { permissions: ['clinic.view_patientadvice', 'clinic.add_patientadvice'] } },
    api,
  )
  return { ...stage, onClose, sent: () => api.sent.filter(({ key }) => SAVE.includes(key)) }
}
type Stage = Awaited<ReturnType<typeof openDialog>>

const textBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Advice' })
const selfCare = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Self-care' })

async function fillIn({ user }: Stage) {
  await user.clear(textBox())
  await user.click(textBox())
  await user.paste(written.advice_text)
  if (!selfCare().checked) await user.click(selfCare())
}

const STALE = 'Samir Okafor changed advice at 9am.'
const answers: Record<string, (stage: Stage) => void> = {
  saved: ({ api }) => api.answer(SAVE, () => restAdvice),
  stale: ({ api }) => api.fail(SAVE, refusal('stale', { detail: STALE })),
  refused: ({ api }) =>
    api.isWaiting(...READ)
      ? api.fail(READ, refusal('not_signed_in'))
      : api.fail(
          SAVE,
          refusal('invalid', { fields: { category_ids: ['One of these no longer exists.'] } }),
        ),
  read: ({ api }) => api.answer(READ, () => latestAdvice),
  error: ({ api }) => api.fail(api.isWaiting(...READ) ? READ : SAVE, noAnswer),
}

const personDoes: Record<string, (stage: Stage, event: Happening) => unknown> = {
  'writing.requested': ({ press }) => press('Write advice'),
  'editing.requested': ({ press }) => press(/^Change advice of/),
  'withdrawing.requested': ({ press }) => press(/^Withdraw advice of/),
  'marks.chosen': ({ press }) => press(/^Pin advice of/),
  'advice.submitted': async (stage) => {
    await fillIn(stage)
    await stage.press('Save advice')
  },
  'withdrawal.confirmed': async (stage) => {
    const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Why do you withdraw/ })
    if (box.value === '') {
      await stage.user.click(box)
      await stage.user.paste('Wrong patient')
    }
    await stage.press('Withdraw advice')
  },
  'form.left': async (stage, event) => {
    const discard = screen.queryByRole('button', { name: 'Discard my changes' })
    const keep = screen.queryByRole('button', { name: 'Keep advice' })
    if (discard) return await stage.press('Discard my changes')
    if (keep) return await stage.press('Keep advice')
    if ((event as { hasChanges?: boolean }).hasChanges) await fillIn(stage)
    else await undoTyping(stage)
    await stage.press('Cancel')
  },
  'leaving.confirmed': ({ press }) => press('Leave without saving'),
  'leaving.dropped': ({ press }) => press('Keep editing'),
  'saving.retried': ({ press }) => press('Try again'),
  'saving.dropped': ({ press }) => press('Back'),
  'reload.requested': ({ press }) => press('Show the latest version'),
}

/** Back to what the form began with. */
async function undoTyping({ user }: Stage) {
  const isNew = screen.queryByRole('form', { name: 'Write advice' }) !== null
  const isLatest = screen.queryByRole('region', { name: 'Saved since you opened this' }) !== null
  await user.clear(textBox())
  if (isNew) {
    if (selfCare().checked) await user.click(selfCare())
    return
  }
  await user.click(textBox())
  await user.paste((isLatest ? latestAdvice : restAdvice).advice_text)
}

async function drive(stage: Stage, event: Happening) {
  const isAsked = screen.queryByRole('button', { name: 'Leave without saving' }) !== null
  if (isAsked && !event.type.startsWith('leaving.')) return notOffered
  const { type, actorId, output } = event
  const kind = (output as { kind: string } | undefined)?.kind ?? 'error'
  await (actorId ? answers[kind]?.(stage) : personDoes[type]?.(stage, event))
  return await settled()
}

const screens: Record<string, () => void> = {
  listing: () => {
    expect(screen.getByRole('button', { name: 'Write advice' })).toBeTruthy()
    // HTML is text.
    expect(screen.getByText(/<b>Drink<\/b> enough/)).toBeTruthy()
  },
  'writing.answering': () => {
    expect(screen.getByRole('button', { name: 'Save advice' })).toBeTruthy()
    expect(textBox().readOnly).toBe(false)
  },
  'writing.leaving': () => {
    expect(screen.getByRole('region', { name: /^Leave without saving\?/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Save advice' })).toBeNull()
  },
  askingReason: () => expect(screen.getByRole('button', { name: 'Keep advice' })).toBeTruthy(),
  saving: () => expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull(),
  unanswered: () =>
    expect(screen.getByRole('alert').textContent).toMatch(/do not know if this was saved/),
  outdated: () => {
    const banner = within(screen.getByRole('alert'))
    expect(banner.getByText(/What you entered is still here/)).toBeTruthy()
  },
  rereading: () =>
    expect(screen.getByRole('button', { name: 'Show the latest version' }).ariaDisabled).toBe(
      'true',
    ),
}

describeScreens('every way through writing advice', {
  paths: longWalks(adviceWritingMachine, {
    events: happenings(adviceWritingCatalogue),
    distinguish: ({
      advice,
      change,
    }: ReturnType<typeof adviceWritingMachine.getInitialSnapshot>['context']) => [advice, change],
    offeredNowhere: () => ['writing.leaving: advice.submitted', 'writing.leaving: form.left'],
  }),
  open: () => openDialog(),
  drive,
  screens,
})

describe('what was typed', () => {
  test('is sent again under the same key after a lost answer; another text has another', async () => {
    const stage = await openDialog()
    await stage.press('Write advice')
    await fillIn(stage)
    await stage.press('Save advice')
    answers['error']?.(stage)
    await settled()
    await stage.press('Try again')
    const [first, second] = stage.sent()
    expect(first?.options).toMatchObject({
      body: { patient_id: 12, appointment_id: 41, ...written },
      headers: { 'Idempotency-Key': expect.stringMatching(/.{8}/) },
    })
    expect(second).toEqual(first)
    answers['error']?.(stage)
    await settled()
    await stage.press('Back')
    await stage.user.type(textBox(), ' More.')
    await stage.press('Save advice')
    expect(stage.sent().at(-1)?.options['headers']).not.toEqual(first?.options['headers'])
  })

  test('stays beside what somebody else saved meanwhile', async () => {
    const stage = await openDialog()
    await stage.press(/^Change advice of/)
    await fillIn(stage)
    await stage.press('Save advice')
    answers['stale']?.(stage)
    await settled()
    await stage.press('Show the latest version')
    answers['read']?.(stage)
    await settled()
    expect(textBox().value).toBe(written.advice_text)
    const theirs = screen.getByRole('region', { name: 'Saved since you opened this' })
    expect(within(theirs).getByText('Rest for a week.')).toBeTruthy()
    await stage.press('Save advice')
    expect(stage.sent().at(-1)?.options['body']).toMatchObject({ version: 2, ...written })
  })

  test('is not lost by closing the dialog', async () => {
    const stage = await openDialog()
    await stage.press('Write advice')
    await fillIn(stage)
    await stage.press('Close')
    expect(stage.onClose).not.toHaveBeenCalled()
    await stage.press('Leave without saving')
    expect(stage.onClose).toHaveBeenCalledOnce()
  })

  test('must be something, and the summary says so and takes the focus', async () => {
    const stage = await openDialog()
    await stage.press('Write advice')
    await stage.press('Save advice')
    const summary = screen.getByRole('region', { name: 'There is a problem' })
    expect(document.activeElement).toBe(summary)
    expect(within(summary).getByRole('link', { name: 'Enter the advice' })).toBeTruthy()
    expect(stage.sent()).toEqual([])
  })
})

test('an earlier text says who changed it and when', async () => {
  const stage = await openDialog([
    {
      ...latestAdvice,
      earlier_texts: [
        {
          version: 1,
          advice_text: 'Rest.\nDrink <b>tea</b>.',
          replaced: '2026-08-05T09:00:00.000Z',
          replaced_by_name: 'Samir Okafor',
        },
      ],
    },
  ])
  await stage.user.click(screen.getByText(/^Earlier text \(1\)/))
  expect(screen.getByText(/^Changed by Samir Okafor, 10am on .* It said:$/)).toBeTruthy()
  expect(screen.getByText(/^Rest\.\s+Drink <b>tea<\/b>\.$/)).toBeTruthy()
})

describe('saved texts', () => {
  test('are put below what was typed, with their categories', async () => {
    const stage = await openDialog()
    await stage.press('Write advice')
    await fillIn(stage)
    await stage.press('Your saved texts')
    await stage.press('Insert Sleep')
    expect(textBox().value).toBe('Sleep well.\n\nGo to bed early.')
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Sleep' }).checked).toBe(true)
  })

  test('are made of what was typed, and deleted after a question', async () => {
    const stage = await openDialog()
    await stage.press('Write advice')
    await fillIn(stage)
    await stage.press('Your saved texts')
    await stage.press('Save what you wrote as a text')
    await stage.press('Save text')
    expect(screen.getByText('Enter a name')).toBeTruthy()
    await stage.user.type(screen.getByLabelText('Name of the text'), 'Nights')
    await stage.press('Save text')
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'POST admin/advicesnippets/',
      options: { body: { name: 'Nights', advice_text: 'Sleep well.', category_ids: [2] } },
    })
    await stage.api.answered(['POST admin/advicesnippets/'], () => saved)
    await stage.press('Delete Sleep')
    await stage.press('Delete text')
    expect(stage.api.sent.at(-1)).toMatchObject({
      key: 'DELETE admin/advicesnippets/{id}/',
      options: { params: { id: 7 } },
    })
  })
})

describe('the patient', () => {
  const openOwn = (...listed: PatientAdvice[]) =>
    openPart(
      <OwnAdvice guest={null} />,
      {},
      fakeApi({
        'GET private/patientadvices/': () => page(...listed),
        'GET private/patientarchivedadvices/': () => page(),
      }),
    )

  test('marks advice as a favourite', async () => {
    const { api, user } = await openOwn({ ...restAdvice, may: ['favourite'] })
    const mark = () => screen.getByRole('button', { name: /Favourite/ })
    expect(mark().getAttribute('aria-pressed')).toBe('false')
    await user.click(mark())
    await settled()
    expect(api.sent.at(-1)?.options).toEqual({ params: { id: 51 }, body: { favourite: true } })
    await api.answered(['PATCH private/patientadvices/{id}/'], () => ({
      ...restAdvice,
      favourite: true,
      may: ['favourite'],
    }))
    expect(mark().getAttribute('aria-pressed')).toBe('true')
  })

  test('is told where there is none yet, and none that is older', async () => {
    const { user } = await openOwn()
    expect(screen.getByText('We have not written any advice for you yet.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Older advice' }))
    await settled()
    expect(screen.getByText('You have no older advice.')).toBeTruthy()
  })
})
