import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DuplicatesApp } from '#islands/merging/DuplicatesApp.tsx'
import { mergingMachine } from '#machines/merging/merging.machine.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import {
  clear,
  likely,
  merged,
  mergingCatalogue,
  separated,
} from '../../machines/merging/merging.catalogue.ts'
import { shortWalks } from '../../machines/walk-machine.ts'
import { describeScreens, notOffered } from '../describe-screens.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

const GROUPS = ['GET admin/potential-duplicate-users/']
const MERGES = ['GET admin/potential-duplicate-users/merges/']
const SEPARATED = ['GET admin/potential-duplicate-users/not-the-same/']
const SEARCH = ['GET admin/potential-duplicate-users/search/']
const PREVIEW = ['POST admin/potential-duplicate-users/preview/']
const DECIDE = [
  'POST admin/potential-duplicate-users/',
  'POST admin/potential-duplicate-users/not-the-same/',
  'POST admin/potential-duplicate-users/{id}/undo/',
  'POST admin/potential-duplicate-users/not-the-same/undo/',
]

async function openScreen() {
  const api = fakeApi()
  render(<DuplicatesApp settings={settings} search="" api={api.client} />)
  const answerLists = async () => {
    await settled()
    while (api.isWaiting(...GROUPS)) api.answer(GROUPS, () => ({ count: 1, results: [likely] }))
    while (api.isWaiting(...MERGES)) api.answer(MERGES, () => ({ count: 1, results: [merged] }))
    while (api.isWaiting(...SEPARATED)) {
      api.answer(SEPARATED, () => ({ count: 21, results: [separated] }))
    }
    while (api.isWaiting(...SEARCH)) {
      const idle = { is_running: false, progress: 0, ended: null, failed: false }
      api.answer(SEARCH, () => idle)
    }
    await settled()
  }
  await answerLists()
  // What is loaded when it is first opened is there.
  await import('#islands/merging/CompareDialog.tsx')
  const user = userEvent.setup({ delay: null })
  return {
    api,
    answerLists,
    press: async (role: 'button' | 'checkbox' | 'radio', name: string | RegExp) => {
      await user.click(screen.getByRole(role, { name }))
      await answerLists()
    },
  }
}
type Stage = Awaited<ReturnType<typeof openScreen>>

const actionButtons = {
  merge: /^Merge 2/,
  separate: 'Mark as different people',
  undo: /^Undo the/,
  rejoin: /^Undo marking/,
}

async function drive(
  { api, press, answerLists }: Stage,
  { type, actorId, output, ...more }: Happening,
) {
  const { action } = more as unknown as { action?: { kind: keyof typeof actionButtons } }
  if (actorId) {
    const { kind = 'error', ...result } = (output ?? {}) as Record<string, unknown>
    const keys = actorId === 'preview' ? PREVIEW : DECIDE
    if (kind === 'error') api.fail(keys, noAnswer)
    else if (kind === 'refused') {
      api.fail(keys, refusal('stale', { detail: String(result['reason']) }))
    } else api.answer(keys, () => result['preview'])
    await answerLists()
  } else if (type === 'group.opened') await press('button', /^Compare/)
  else if (type === 'choice.changed') await press('radio', /number 42/)
  else if (type === 'group.closed') await press('button', 'Close')
  else if (action) await press('button', actionButtons[action.kind])
  else await press('button', type === 'action.retried' ? 'Try again' : /^(Close|Look again)$/)
}

/** While a dialog is open, what lies behind it is out of reach. */
const isBehindDialog = (event: Happening) =>
  /undo|rejoin/.test(JSON.stringify(event)) && screen.queryByRole('dialog') !== null

const alertText = () => screen.queryByRole('alert')?.textContent ?? ''
const screens: Record<string, () => void> = {
  idle: () => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(alertText()).toBe('')
    expect(screen.getByRole('heading', { name: 'Ada Rowe' })).toBeTruthy()
  },
  'comparing.previewing': () => expect(screen.getByText('Checking what would move')).toBeTruthy(),
  'comparing.previewed': () => {
    const isClear = screen.queryByText('1 appointment') !== null
    expect(isClear || alertText().includes('cannot be merged yet')).toBe(true)
    const merge = screen.getByRole('button', { name: actionButtons.merge })
    expect(merge.getAttribute('aria-disabled')).toBe(isClear ? null : 'true')
  },
  'comparing.unpreviewed': () =>
    expect(alertText()).toContain('We could not check what would move'),
  acting: () => expect(screen.getByText(/^(Merging|Saving|Undoing)$/)).toBeTruthy(),
  refused: () => expect(alertText()).toContain('Nothing was changed. Ada Rowe has changed'),
  unanswered: () => expect(alertText()).toContain('we do not know if this was done'),
}

describeScreens('every way through people who look alike', {
  paths: shortWalks(mergingMachine, { events: happenings(mergingCatalogue) }),
  open: openScreen,
  drive: (stage, event) => (isBehindDialog(event) ? notOffered : drive(stage, event)),
  screens,
})

test('what is merged is asked for as it was chosen and seen', async () => {
  const { api, press } = await openScreen()
  await press('button', /^Compare/)
  await act(async () => api.answer(PREVIEW, () => clear))
  await settled()
  const mobile = within(screen.getByRole('group', { name: 'Mobile phone number' }))
  await act(async () => mobile.getByRole('radio', { name: '07700 900111 (not verified)' }).click())
  await act(async () => api.answer(PREVIEW, () => clear))
  await settled()
  await press('button', /^Merge 2/)
  expect(api.sent.at(-1)).toEqual({
    key: DECIDE[0],
    options: {
      body: {
        keep_id: 41,
        merge_ids: [42],
        fields: { email: 41, mobile: 42 },
        sign_ins_checked: false,
        contacts_checked: false,
        seen: likely.people.map(({ id, modified }) => ({ id, modified })),
      },
    },
  })
  await act(async () => api.answer(DECIDE, () => undefined))
  await settled()
  // The button that opened the dialog goes with those who were merged.
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Likely duplicates' }))
})

test('a record with a sign-in is merged once the sign-in is checked', async () => {
  const { api, press } = await openScreen()
  expect(
    screen.getByText(/Not verified: first name, last name, date of birth, mobile phone number/),
  )
  await press('button', /^Compare/)
  const sign_ins = [{ id: 41, full_name: 'Ada Rowe' }]
  await act(async () => api.answer(PREVIEW, () => ({ ...clear, sign_ins })))
  await settled()
  const isOffered = () =>
    screen.getByRole('button', { name: /^Merge 2/ }).getAttribute('aria-disabled') === null
  expect(isOffered()).toBe(false)
  const checked = screen.getByRole('checkbox', { name: /they sign in as Ada Rowe \(number 41\)/ })
  await act(async () => checked.click())
  expect(isOffered()).toBe(true)
  await press('button', /^Merge 2/)
  expect(api.sent.at(-1)).toMatchObject({ options: { body: { sign_ins_checked: true } } })
})

test('whom somebody called not the same is listed page by page, and offered again when it is taken back', async () => {
  const { api, press, answerLists } = await openScreen()
  const list = within(screen.getByRole('region', { name: 'Different people' }))
  expect(list.getByRole('listitem').textContent).toContain(
    'Jon Rowe (number 43) and John Rowe (number 44), 9:40am',
  )
  await press('button', 'Next')
  expect(api.sent.at(-1)?.options).toMatchObject({ query: { page: 2, page_size: 10 } })
  expect(list.getByText('Page 2 of 3')).toBeTruthy()
  await press('button', /^Undo marking Jon Rowe \(number 43\) and John Rowe/)
  expect(api.sent.at(-1)).toMatchObject({ key: DECIDE[3], options: { body: { ids: [43, 44] } } })
  await api.answered(DECIDE, () => undefined)
  expect(api.isWaiting(...GROUPS)).toBe(true)
  await answerLists()
  expect(screen.getByText(/^Undone\. We will list them again/)).toBeTruthy()
})

test('contact details that nobody verified are confirmed before they are merged', async () => {
  const { api, press } = await openScreen()
  await press('button', /^Compare/)
  const unverified_contacts = [{ field: 'mobile', value: '07700 900111' }]
  await act(async () => api.answer(PREVIEW, () => ({ ...clear, unverified_contacts })))
  await settled()
  const merge = screen.getByRole('button', { name: actionButtons.merge })
  expect(merge.getAttribute('aria-disabled')).toBe('true')
  await press('checkbox', /^I have checked with the person that 07700 900111 is theirs/)
  await press('button', actionButtons.merge)
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { contacts_checked: true } })
})
