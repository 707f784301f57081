import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { receiveProgress } from '#islands/progress/own-progress.ts'
import { importName } from '#lib/contract/admin/import.ts'
import { isFull } from '../../../amount.ts'
import { checkedAnswer } from '../../../machines/admin/record-import.catalogue.ts'
import { type FakeApi, noAnswer, refusal, unsent } from '../../fake-api.ts'
import { settled, until } from '../../settled.ts'
import { openScreen } from './record-stage.tsx'

const more = test.runIf(isFull)

const IMPORT = ['POST admin/competencies/import/']
const TEXT = 'Name,Colour\nEar care,red\n'

async function openImport() {
  const stage = await openScreen([])
  await stage.press('Import CSV')
  await until(() => screen.queryByRole('dialog') !== null)
  const choose = async (text = TEXT) => {
    const field = screen.getByLabelText(/CSV file$/)
    await stage.user.upload(field, new File([text], 'competencies.csv', { type: 'text/csv' }))
    await settled()
  }
  return { ...stage, choose }
}
const isSent = (api: FakeApi) => until(() => api.isWaiting(...IMPORT))
async function answerImport(api: FakeApi, answer: object = checkedAnswer) {
  await isSent(api)
  await api.answered(IMPORT, () => answer)
}
async function refuseImport(api: FakeApi, error: unknown) {
  await isSent(api)
  await api.failed(IMPORT, error)
}
/** What the latest upload has. */
const sentIn = ({ sent }: FakeApi) =>
  sent.findLast(({ key }) => key === IMPORT[0])?.options as {
    file: File
    uploadFields: Record<string, string>
    onProgress: (fraction: number) => void
  }
const dialog = () => within(screen.getByRole('dialog'))
const heading = () => dialog().getByRole('heading', { level: 3 }).textContent

test('an empty file with the column names is there to start from', async () => {
  const { press } = await openImport()
  const saved = vi.fn((_: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press('Download an empty file')
  expect(await saved.mock.calls[0]?.[0].text()).toMatch(/^"Name"(,"[^"]+")*\r\n$/)
})

test('a file is checked, seen row by row, carried out as it was seen, and the list read anew', async () => {
  const { api, press, choose, user, LIST } = await openImport()
  await choose()
  await isSent(api)
  const { file, uploadFields } = sentIn(api)
  expect([await file.text(), uploadFields]).toEqual([TEXT, {}])
  expect(dialog().getByRole('status').textContent).toBe('Checking competencies.csv')
  await api.answered(IMPORT, () => checkedAnswer)
  expect(heading()).toBe(
    'Checked: 1 to add, 1 to change, 0 unchanged, 2 possible duplicates to check, 1 with errors',
  )
  expect(document.activeElement?.textContent).toBe(heading())
  expect(dialog().getByText('Ignored: the column Colour.')).toBeTruthy()
  const rows = () =>
    dialog()
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  expect(rows()).toEqual([
    'Ear care2Added',
    'Phlebotomy3ChangedName: phlebotomy → Phlebotomy',
    'nothing4Has errorsName: This is missing',
    'Ear cares5Possible duplicateLooks like Ears (number 41): Same nameAdd as a different competency, line 5, Ear cares',
    'Ear car6Possible duplicateLooks like Ear care (line 2): Similar nameAdd as a different competency, line 6, Ear car',
  ])
  await user.selectOptions(dialog().getByLabelText('Rows shown'), 'Has errors')
  await settled()
  expect(rows()).toHaveLength(1)

  const saved = vi.fn((_: Blob) => 'blob:x')
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: saved, revokeObjectURL: vi.fn() }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await press('Download the rows left out')
  expect(await saved.mock.calls[0]?.[0].text()).toContain('Name: This is missing')

  await press('Import 2 rows')
  expect(sentIn(api).uploadFields).toEqual({ seen: checkedAnswer.seen, confirmed: '' })
  await api.answered(IMPORT, () => ({ ...checkedAnswer, carried_out: true }))
  expect(heading()).toBe(
    'Imported: 1 added, 1 changed, 0 unchanged, 2 possible duplicates left out, 1 with errors and left out',
  )
  expect(dialog().queryByLabelText(/^Add as a different/)).toBeNull()
  expect(api.isWaiting(...LIST)).toBe(true)
  await press('Back to the list')
  await settled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Import CSV' }))
})

test('a file that cannot be taken is told at its field, and another is chosen', async () => {
  const { api, choose } = await openImport()
  await choose()
  await refuseImport(api, refusal('invalid', { fields: { file: ['The file has no rows.'] } }))
  expect(
    dialog()
      .getByLabelText(/CSV file$/)
      .getAttribute('aria-describedby'),
  ).toContain('error')
  expect(dialog().getByText('The file has no rows.')).toBeTruthy()
  expect(document.activeElement).toBe(dialog().getByLabelText(/CSV file$/))
  await choose('')
  expect(dialog().getByText('The file is empty.')).toBeTruthy()
})

test.each(['busy', 'too_many_requests'] as const)(
  'a service that has too much to do (%s) says so, and nothing is in doubt',
  async (code) => {
    const { api, choose, press } = await openImport()
    await choose()
    await answerImport(api)
    await press('Import 2 rows')
    await isSent(api)
    const detail = 'The service is busy. Wait a few seconds and try again.'
    await api.failed(IMPORT, refusal(code, { detail }))
    expect(dialog().getByText(detail)).toBeTruthy()
    expect(dialog().queryByText(/import may have finished/)).toBeNull()
    expect(dialog().getByRole('button', { name: 'Import 2 rows' })).toBeTruthy()
  },
)

more(
  'a check that brought no result is made again, and another file takes the place of one',
  async () => {
    const { api, choose, press } = await openImport()
    await choose()
    await refuseImport(api, noAnswer)
    expect(dialog().getByText('We did not get an answer.')).toBeTruthy()
    await press('Check again')
    await refuseImport(api, refusal('stale'))
    expect(dialog().getByText(/^Records have changed since/)).toBeTruthy()
    await choose()
    await answerImport(api)
    await choose()
    await answerImport(api)
    await press('Import 2 rows')
    await answerImport(api, { ...checkedAnswer, carried_out: true })
    await choose()
    await isSent(api)
    expect(dialog().getByRole('status').textContent).toBe('Checking competencies.csv')
  },
)

test('what has changed since is checked again, and shown before anything is done', async () => {
  const { api, choose, press } = await openImport()
  await choose()
  await answerImport(api)
  await press('Import 2 rows')
  await isSent(api)
  api.fail(IMPORT, refusal('stale'))
  await isSent(api)
  expect(sentIn(api).uploadFields).toEqual({})
  const count = { created: 0, changed: 1, unchanged: 1, similar: 0, wrong: 1 }
  await api.answered(IMPORT, () => ({ ...checkedAnswer, count }))
  expect(dialog().getByText(/^Records have changed since/)).toBeTruthy()
  await press('Import 1 row')
  await refuseImport(api, noAnswer)
  expect(dialog().getByText(/import may have finished/)).toBeTruthy()
  await press('Check again')
  await answerImport(api, {
    ...checkedAnswer,
    count: { ...count, changed: 0, unchanged: 2 },
  })
  expect(dialog().queryByRole('button', { name: /^Import/ })).toBeNull()
})

test('an import that never left the browser is not said to have been carried out', async () => {
  const { api, choose, press } = await openImport()
  await choose()
  await answerImport(api)
  await press('Import 2 rows')
  await refuseImport(api, unsent)
  expect(dialog().queryByText(/import may have finished/)).toBeNull()
  expect(dialog().getByText(/You are offline/)).toBeTruthy()
})

more('what looks like another is added where its row is ticked', async () => {
  const { api, choose, press, user } = await openImport()
  await choose()
  await answerImport(api)
  const boxes = () => dialog().getAllByLabelText<HTMLInputElement>(/^Add as a different/)
  const ticked = () => boxes().map(({ checked }) => checked)
  await user.click(dialog().getByLabelText(/line 6/))
  expect(ticked()).toEqual([false, true])
  await press('Tick all 2 rows')
  expect(ticked()).toEqual([true, true])
  await press('Untick all 2 rows')
  expect(ticked()).toEqual([false, false])
  await user.click(dialog().getByLabelText(/line 5/))
  await press('Import 3 rows')
  expect(sentIn(api).uploadFields).toEqual({ seen: checkedAnswer.seen, confirmed: '5' })
  // What has changed since does not take the tick away, where that row is the same.
  api.fail(IMPORT, refusal('stale'))
  await isSent(api)
  const rows = checkedAnswer.rows.map((row) => (row.line === 6 ? { ...row, similar: [] } : row))
  await api.answered(IMPORT, () => ({ ...checkedAnswer, rows }))
  expect(ticked()).toEqual([true, false])
})

test('how much is sent and how much is done is told, of this import alone', async () => {
  const { api, choose } = await openImport()
  await choose()
  await settled()
  const bar = () => dialog().getByRole('progressbar') as HTMLProgressElement
  const shown = () => [bar().getAttribute('aria-label'), bar().value]
  act(() => sentIn(api).onProgress(0.42))
  expect(shown()).toEqual(['Sending competencies.csv', 0.42])
  act(() => sentIn(api).onProgress(1))
  expect(dialog().getByRole('status').textContent).toBe('Checking competencies.csv')
  const tell = (progress: number, name: string) =>
    act(() => receiveProgress({ type: 'progress', progress, name }))
  await tell(60, 'Search for duplicates')
  expect(dialog().queryByRole('progressbar')).toBeNull()
  await tell(37, importName({ many: 'competencies' }))
  expect(shown()).toEqual(['Checking competencies.csv', 0.37])
  await until(() => dialog().getByRole('status').textContent === '37%')
  await api.answered(IMPORT, () => checkedAnswer)
  expect(dialog().queryByRole('progressbar')).toBeNull()
})
