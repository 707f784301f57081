import '../../ui/island-setup.ts'

import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { checkedAnswer } from '../../../machines/record-import.catalogue.ts'
import { noAnswer, refusal } from '../../booking/fake-api.ts'
import { openScreen, settle, until } from './record-stage.tsx'

const IMPORT = ['POST admin/competencies/import/']
const TEXT = 'Name,Colour\nEar care,red\n'

async function openImport() {
  const stage = await openScreen([])
  await stage.press('Import CSV')
  await until(() => screen.queryByRole('dialog') !== null)
  const choose = async (text = TEXT) => {
    const field = screen.getByLabelText(/CSV file$/)
    await stage.user.upload(field, new File([text], 'competencies.csv', { type: 'text/csv' }))
    await settle()
  }
  return { ...stage, choose }
}
const dialog = () => within(screen.getByRole('dialog'))
const heading = () => dialog().getByRole('heading', { level: 3 }).textContent

test('a file is checked, seen row by row, carried out as it was seen, and the list read anew', async () => {
  const { api, press, choose, user, LIST } = await openImport()
  await choose()
  await until(() => api.isWaiting(...IMPORT))
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { file: btoa(TEXT), seen: null } })
  expect(dialog().getByRole('status').textContent).toBe('Checking competencies.csv')
  api.answer(IMPORT, () => checkedAnswer)
  await settle()
  expect(heading()).toBe('Checked: 1 to add, 1 to change, 0 as they are, 1 wrong')
  expect(document.activeElement?.textContent).toBe(heading())
  expect(dialog().getByText('Not taken over: the columns Colour.')).toBeTruthy()
  const rows = () =>
    dialog()
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    'Ear care2Added',
    'Phlebotomy3ChangedName: phlebotomy → Phlebotomy',
    'nothing4WrongName: This is missing',
  ])
  await user.selectOptions(dialog().getByLabelText('Rows shown'), 'Wrong')
  await settle()
  expect(rows()).toHaveLength(1)

  const saved = vi.fn((_: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press('Download the wrong rows')
  expect(await saved.mock.calls[0]?.[0].text()).toContain('Name: This is missing')

  await press('Carry out 2 rows')
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { seen: checkedAnswer.seen } })
  api.answer(IMPORT, () => ({ ...checkedAnswer, carried_out: true }))
  await settle()
  expect(heading()).toBe('Carried out: 1 added, 1 changed, 0 as they are, 1 wrong and left out')
  expect(api.isWaiting(...LIST)).toBe(true)
  await press('Back to the list')
  await settle()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Import CSV' }))
})

test('a file that cannot be taken is told at its field, and another is chosen', async () => {
  const { api, choose } = await openImport()
  await choose()
  await until(() => api.isWaiting(...IMPORT))
  api.fail(IMPORT, refusal('invalid', { fields: { file: ['The file has no rows.'] } }))
  await settle()
  expect(
    dialog()
      .getByLabelText(/CSV file$/)
      .getAttribute('aria-describedby'),
  ).toContain('error')
  expect(dialog().getByText('The file has no rows.')).toBeTruthy()
  await choose('')
  expect(dialog().getByText('The file is empty.')).toBeTruthy()
})

test('what has changed since is checked again, and shown before anything is done', async () => {
  const { api, choose, press } = await openImport()
  await choose()
  await until(() => api.isWaiting(...IMPORT))
  api.answer(IMPORT, () => checkedAnswer)
  await settle()
  await press('Carry out 2 rows')
  await until(() => api.isWaiting(...IMPORT))
  api.fail(IMPORT, refusal('stale'))
  await until(() => api.isWaiting(...IMPORT))
  expect(api.sent.at(-1)?.options).toMatchObject({ body: { seen: null } })
  const count = { created: 0, changed: 1, unchanged: 1, wrong: 1 }
  api.answer(IMPORT, () => ({ ...checkedAnswer, count }))
  await settle()
  expect(dialog().getByText(/^Something has changed since/)).toBeTruthy()
  await press('Carry out 1 row')
  await until(() => api.isWaiting(...IMPORT))
  api.fail(IMPORT, noAnswer)
  await settle()
  expect(dialog().getByText(/may have been carried out/)).toBeTruthy()
  await press('Check again')
  await until(() => api.isWaiting(...IMPORT))
  api.answer(IMPORT, () => ({ ...checkedAnswer, count: { ...count, changed: 0, unchanged: 2 } }))
  await settle()
  expect(dialog().queryByRole('button', { name: /^Carry out/ })).toBeNull()
})
