import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { siteScreen } from '#islands/admin/resources/screens/sites.ts'
import { bulkChangeMachine } from '#machines/admin/bulk-change.machine.ts'
import {
  bulkChangeCatalogue,
  bulkInput,
  distinguishBulkChanges,
  mill,
  quay,
  REASON,
} from '../../../machines/admin/bulk-change.catalogue.ts'
import { type Happening, happenings } from '../../../machines/event-catalogue.ts'
import { longWalks } from '../../../machines/walk-machine.ts'
import { describeScreens } from '../../describe-screens.ts'
import { noAnswer, refusal, unsent } from '../../fake-api.ts'
import { allTexts } from '../../hands.ts'
import { settled, until } from '../../settled.ts'
import { alerts, openScreen } from './record-stage.tsx'

const BULK = ['POST admin/sites/bulk/']
const status = () => allTexts('status')

async function openBulk(rows: readonly object[] = [quay, mill]) {
  const stage = await openScreen(rows, '', siteScreen)
  await stage.user.click(screen.getByRole('checkbox', { name: 'Select all 2 on this page' }))
  expect(status()).toContain('2 sites selected')
  await stage.press('Change or delete…')
  await until(() => screen.queryByRole('dialog') !== null)
  return stage
}
type Stage = Awaited<ReturnType<typeof openBulk>>
const dialog = () => within(screen.getByRole('dialog'))
const choose = async ({ user }: Stage, name: string) => {
  await user.click(dialog().getByRole('radio', { name }))
  await settled()
}

async function drive(stage: Stage, { type, output }: Happening) {
  const { api, press } = stage
  switch (type) {
    case 'action.chosen':
      return await choose(stage, 'Delete')
    case 'change.confirmed':
      return await press('Delete: 2 sites')
    case 'change.retried':
      return await press('Try again')
    case 'xstate.error.actor.execute':
      api.fail(BULK, noAnswer)
      return await settled()
    default: {
      const result = output as { kind: string; results: unknown }
      if (result.kind === 'refused') api.fail(BULK, refusal('not_allowed'))
      else api.answer(BULK, () => result)
      await settled()
    }
  }
}

/** What somebody sees in each state. */
const screens: Record<string, (stage: Stage) => void> = {
  choosing: () => {
    const isChosen = dialog().queryByRole<HTMLInputElement>('radio', { checked: true }) !== null
    expect(dialog().queryByRole('button', { name: 'Delete: 2 sites' }) !== null).toBe(isChosen)
    expect(
      dialog()
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Quay Street', 'Mill Lane'])
  },
  acting: ({ api }) => {
    expect(api.sent.at(-1)?.options).toMatchObject({
      body: {
        action: 'delete',
        records: [
          { id: 4, version: 2 },
          { id: 5, version: 1 },
        ],
      },
    })
    expect(dialog().getByRole('button', { name: 'Working' })).toBeTruthy()
  },
  partlyDone: ({ api, LIST }) => {
    expect(document.activeElement?.textContent).toBe(
      '1 site has been deleted. 1 site has not been deleted.',
    )
    expect(dialog().getByRole('listitem').textContent).toBe(`Mill Lane${REASON}`)
    expect(api.isWaiting(...LIST)).toBe(true)
    expect(status()).toContain('1 site selected')
  },
  unanswered: ({ api, LIST }) => {
    // Also where a later try is refused: the first may have done some.
    expect(alerts()).toEqual([
      expect.stringMatching(
        /^(We did not get an answer|You do not have permission to do this)\. Some may be done already\./,
      ),
    ])
    expect(api.isWaiting(...LIST)).toBe(true)
  },
  done: ({ api, LIST }) => {
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('2 sites have been deleted.')).toBeTruthy()
    expect(api.isWaiting(...LIST)).toBe(true)
    expect(status()).not.toContain('2 sites selected')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sites' }))
  },
}

describeScreens('every way through a change of several records', {
  paths: longWalks(bulkChangeMachine, {
    events: happenings(bulkChangeCatalogue),
    input: bulkInput,
    distinguish: distinguishBulkChanges,
  }),
  open: () => openBulk(),
  drive,
  screens,
})

test('whoever may not is told so, and nothing is done', async () => {
  const stage = await openBulk()
  await choose(stage, 'Hide')
  await stage.press('Hide: 2 sites')
  await stage.api.failed(BULK, refusal('not_allowed'))
  expect(alerts()).toEqual(['Nothing has been changed. You do not have permission to do this.'])
  await stage.press('Cancel')
  await settled()
  expect(status()).toContain('2 sites selected')
})

test('what never left the browser is not said to be done in part', async () => {
  const stage = await openBulk()
  await choose(stage, 'Hide')
  await stage.press('Hide: 2 sites')
  await stage.api.failed(BULK, unsent)
  expect(alerts()).toEqual(['Nothing has been changed. You are offline.'])
})

test('what was left as before stays selected, in the state in which it is read again', async () => {
  const stage = await openBulk()
  await choose(stage, 'Hide')
  await stage.press('Hide: 2 sites')
  const detail = 'Ada Byron changed name.'
  await stage.api.answered(BULK, () => ({
    results: [
      { id: 4, outcome: 'done' },
      { id: 5, outcome: 'refused', code: 'stale', detail },
    ],
  }))
  await stage.answerList([
    { ...quay, hidden: true, version: 3 },
    { ...mill, version: 7 },
  ])
  await stage.press('Back to the list')
  await stage.press('Change or delete…')
  await choose(stage, 'Hide')
  await stage.press('Hide: 1 site')
  expect(stage.api.sent.at(-1)?.options).toMatchObject({
    body: { action: 'hide', records: [{ id: 5, version: 7 }] },
  })
})

test('the selected ones are a file; clearing gives the focus to the list', async () => {
  const { press, user } = await openScreen([quay, mill], '?hidden=false', siteScreen)
  await user.click(screen.getByRole('checkbox', { name: 'Select Mill Lane' }))
  expect(screen.getByRole('link', { name: 'Download selected' }).getAttribute('href')).toMatch(
    /sites\/export\/\?hidden=false&ids=5$/,
  )
  await press('Clear selection')
  expect(screen.queryByRole('link', { name: 'Download selected' })).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sites' }))
})
