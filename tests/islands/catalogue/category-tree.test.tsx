import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { appointmentCategoryScreen } from '#islands/admin/resources/screens/appointment-categories.tsx'
import { categoryPlaceAt } from '#islands/catalogue/tree/CategoryCells.tsx'
import { categoryMovingMachine } from '#machines/catalogue/category-moving.machine.ts'
import {
  categoryMovingCatalogue,
  ears,
  flu,
  health,
  travel,
  tree,
} from '../../machines/catalogue/category-moving.catalogue.ts'
import { type Happening, happenings } from '../../machines/event-catalogue.ts'
import { longWalks } from '../../machines/walk-machine.ts'
import { openScreen } from '../admin/resources/record-stage.tsx'
import { describeScreens } from '../describe-screens.ts'
import { noAnswer, refusal } from '../fake-api.ts'
import { settled, until } from '../settled.ts'

const MOVE = ['POST admin/appointmentcategories/{id}/move/']
const moved = { ...travel, version: 2, level: 0, tree_id: 3, lft: 1, rght: 2 }
const atTheEnd = { ...moved, parent: null, parent_path: null, path: 'Travel' }
const treeAfter = [{ ...health, rght: 4 }, flu, ears, atTheEnd]

const openTree = (search = '') => openScreen(tree, search, appointmentCategoryScreen)
type Stage = Awaited<ReturnType<typeof openTree>>

const dialog = () => screen.queryByRole('dialog')
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.split(':')[0])
const isAvailable = (name: string) =>
  screen.getByRole('button', { name }).getAttribute('aria-disabled') === null

/** What a screen reader says of the control with the focus besides its name. */
const saidOfFocused = () =>
  (document.activeElement?.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

/** Everything under nothing but the dialog: what a person presses there. */
async function chooseTheTop({ press }: Stage) {
  if (screen.queryByRole('button', { name: /^Change Under/ })) await press(/^Change Under/)
  await press('Move')
}

async function answerMove({ api, answerList, LIST }: Stage, kind: string | undefined) {
  if (kind === 'moved') api.answer(MOVE, () => atTheEnd)
  else if (kind) api.fail(MOVE, refusal('stale', { detail: 'Ada Byron changed place.' }))
  else api.fail(MOVE, noAnswer)
  await settled()
  // The list is read again, except where nothing is known to have changed.
  if (api.isWaiting(...LIST)) await answerList(kind === 'moved' ? treeAfter : tree)
}

async function openDialog({ press }: Stage) {
  await press('Move under…: Travel')
  await until(() => dialog() !== null)
}

async function drive(stage: Stage, { actorId, type, output }: Happening) {
  const { press } = stage
  if (actorId !== undefined) await answerMove(stage, (output as { kind: string } | undefined)?.kind)
  else if (type === 'request.reset') await press('Close')
  else await press(isAvailable('Move up: Travel') ? 'Move up: Travel' : 'Move down: Travel')
  await settled()
}

const isIdle = () => {
  expect(dialog()).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(isAvailable('Move under…: Travel')).toBe(true)
}
const says = (sentence: RegExp) => expect(screen.getByRole('alert').textContent).toMatch(sentence)

describeScreens('every way to move a category in the list', {
  paths: longWalks(categoryMovingMachine, { events: happenings(categoryMovingCatalogue) }),
  open: () => openTree(),
  drive,
  screens: {
    'ready.idle': isIdle,
    'ready.moved': isIdle,
    sending: () => expect(isAvailable('Move under…: Travel')).toBe(false),
    'ready.refused': () =>
      says(/^Not moved\. Ada Byron changed place\. The list is up to date now\./),
    'ready.unanswered': () =>
      says(/^We did not get an answer, so we do not know if it was moved\./),
  },
})

test('a category moves under another one in a dialog, which can be left', async () => {
  const stage = await openTree()
  await openDialog(stage)
  expect(within(dialog() as HTMLElement).getByText('Under')).toBeTruthy()
  await stage.press('Cancel')
  isIdle()
  await openDialog(stage)
  await chooseTheTop(stage)
  expect(isAvailable('Moving')).toBe(false)
  await answerMove(stage, 'refused')
  expect(dialog()?.textContent).toContain('Ada Byron changed place')
  await stage.press('Move')
  await answerMove(stage, 'moved')
  isIdle()
})

test('a refusal in the list is gone where another place is chosen in the dialog', async () => {
  const stage = await openTree()
  await stage.press('Move up: Travel')
  await answerMove(stage, 'refused')
  await openDialog(stage)
  expect(dialog()?.textContent).not.toContain('Ada Byron changed place')
  await stage.press('Cancel')
  isIdle()
})

test('a category moves one place at a press, and who pressed stays on its button', async () => {
  const { api, press, answerList } = await openTree()
  expect(names()).toEqual(['Health', 'Flu, level 2', 'Travel, level 2', 'Ears'])
  expect(isAvailable('Move up: Health')).toBe(false)
  expect(isAvailable('Move down: Travel')).toBe(false)
  await press('Move up: Travel')
  await press('Move up: Travel')
  expect(api.sent.filter(({ key }) => MOVE.includes(key))).toEqual([
    {
      key: MOVE[0],
      options: { params: { id: 3 }, body: { version: 1, parent: 1, before: 2 } },
    },
  ])
  const [above, down] = [
    { ...travel, version: 2, lft: 2, rght: 3 },
    { ...flu, lft: 4, rght: 5 },
  ]
  await api.answered(MOVE, () => above)
  await answerList([health, above, down, ears])
  expect(names()).toEqual(['Health', 'Travel, level 2', 'Flu, level 2', 'Ears'])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move up: Travel' }))
  expect(screen.getByText('Travel has been moved: 1 of 2 under Health.')).toBeTruthy()
  await press('Move down: Health')
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { parent: null, before: null } })
})

test('what is found is told with where it is, and moves under another one only', async () => {
  const { press } = await openTree('?search=travel')
  expect(names()).toContain('Travel')
  expect(screen.getAllByRole('cell', { name: 'Health' })).toHaveLength(2)
  expect(screen.queryByRole('button', { name: /^Move (up|down)/ })).toBeNull()
  await press('Move under…: Travel')
  await until(() => dialog() !== null)
  await press('Move')
  expect(screen.getByText(/^It is already there/)).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Change')
  expect(saidOfFocused()).toMatch(/Error: It is already there/)
})

test('a move that is refused in the dialog is told there, and can be tried again', async () => {
  const stage = await openTree()
  await stage.press('Move under…: Travel')
  await until(() => dialog() !== null)
  await chooseTheTop(stage)
  await stage.api.failed(MOVE, noAnswer)
  await stage.answerList(tree)
  expect(dialog()?.textContent).toContain('We did not get an answer')
  await stage.press('Move')
  expect(stage.api.isWaiting(...MOVE)).toBe(true)
})

test('what is dropped on a row comes before it, under it or after it; never under itself', () => {
  expect(categoryPlaceAt(tree, travel, ears, 'before')).toEqual({ parent: null, before: 4 })
  expect(categoryPlaceAt(tree, travel, ears, 'into')).toEqual({ parent: 4, before: null })
  expect(categoryPlaceAt(tree, travel, ears, 'after')).toEqual({ parent: null, before: null })
  expect(categoryPlaceAt(tree, ears, flu, 'after')).toEqual({ parent: 1, before: 3 })
  expect(categoryPlaceAt(tree, ears, health, 'after')).toEqual({ parent: 1, before: 2 })
  expect(categoryPlaceAt(tree, health, travel, 'into')).toBeNull()
  expect(categoryPlaceAt(tree, health, health, 'before')).toBeNull()
})
