import { act, screen as page, render, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { AdminArea } from '#islands/admin/resources/AdminArea.tsx'
import {
  type AdminScreen,
  requestedRights,
  type ScreenRights,
  screenFieldLabel,
} from '#islands/admin/resources/admin-screen.ts'
import { adminScreens } from '#islands/admin/resources/screens.ts'
import { some } from '../../../amount.ts'
import { settings } from '../../public-settings.ts'
import { settled, until } from '../../settled.ts'
import { fakeTransport } from '../fake-transport.ts'
import { sampleRecord } from './sample-record.ts'

/*
 * Every screen that is made from a description, in every state of its list: what a person sees of it,
 * and what they can do. Release notes and duplicate people are `other-screen-states.test.tsx`.
 */

const title = ({ of }: AdminScreen) => of.many.charAt(0).toUpperCase() + of.many.slice(1)

/** What a tree takes to be one: a category beside the others. */
const asTree = (id: number) => ({
  parent: null,
  parent_path: null,
  level: 0,
  tree_id: id,
  lft: 1,
  rght: 2,
})

function makeRecord({ of }: AdminScreen, id: number, given: { long?: boolean } = {}) {
  const isTree = of.path === 'appointmentcategories'
  return sampleRecord(of.entity, id, { ...given, ...(isTree && asTree(id)) })
}
const toRows = (screen: AdminScreen, count: number) =>
  Array.from({ length: count }, (_, place) => makeRecord(screen, place + 1))
const answer = (results: readonly unknown[], count = results.length) => ({ count, results })

async function open(screen: AdminScreen, mayChange = true) {
  const { of } = screen
  const may = mayChange && !of.readOnly
  const rights: ScreenRights = {
    add: may,
    change: may,
    delete: may,
    export: mayChange,
    holds: may ? requestedRights(screen) : [],
  }
  const transport = fakeTransport()
  history.replaceState(null, '', `/admin/${of.screen}`)
  const { api } = transport
  render(<AdminArea settings={settings} name={of.screen} rights={rights} search="" api={api} />)
  await settled()
  return { ...transport, list: `admin/${of.path}/` }
}

const press = async (text: string) => {
  act(() => page.getByText(text, { selector: 'button, a' }).click())
  await settled()
}
const table = () => page.queryByRole('table')
const drawn = () => page.queryAllByRole('rowheader').length
const alert = () => page.queryByRole('alert')?.textContent ?? ''
const status = (text: string | RegExp) => page.queryByText(text, { selector: '[role=status]' })

const screens = adminScreens.map((screen) => [screen.of.screen, screen] as const)

// One engine draws them all, so three of them show what it does; in full, each is seen.
describe.each(some(screens, 3))('%s', (_, screen) => {
  const { of } = screen

  test('says that its list is on its way, and already takes a search', async () => {
    await open(screen)
    const region = page.getByRole('region', { name: title(screen) })
    expect(within(region).getByRole('status').textContent).toBe(`Loading: ${title(screen)}`)
    expect(table()).toBeNull()
    expect(page.queryByText(/^There are no/)).toBeNull()
    expect(page.getByRole('searchbox', { name: 'Search' })).toBeTruthy()
  })

  test('says that there is nothing, and offers to add the first', async () => {
    const { answer: answerList, list } = await open(screen)
    answerList(list, answer([]))
    await until(() => status(`0 ${of.many}`) !== null)
    expect(page.getByText(`There are no ${of.many}.`)).toBeTruthy()
    expect(table()).toBeNull()
    expect(page.queryByText('Columns')).toBeNull()
    expect(page.queryByRole('button', { name: `Add ${of.name}` }) !== null).toBe(!of.readOnly)
  })

  test('says that its list did not come, and shows it after another try', async () => {
    const { answer: answerList, lose, refuse, list } = await open(screen)
    lose(list)
    await until(() => alert() !== '')
    expect(alert()).toContain(
      `We could not load this list.We could not reach the service. Try again.`,
    )
    await press('Try again')
    refuse(list, 503, 'unavailable', 'The service is busy.')
    await until(() => alert().includes('The service is busy.'))
    expect(table()).toBeNull()
    await press('Try again')
    answerList(list, answer(toRows(screen, 2)))
    await until(() => table() !== null)
    expect(alert()).toBe('')
    expect(drawn()).toBe(2)
  })

  test('of many draws those in sight, says how many there are, and turns the page', async () => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(48)
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
    vi.stubGlobal('innerHeight', 480)
    const { answer: answerList, sent, list } = await open(screen)
    answerList(list, { ...answer(toRows(screen, 101), 10_000), more: true })
    await until(() => drawn() > 0 && drawn() < 60)
    expect(table()?.getAttribute('aria-rowcount')).toBe('102')
    expect(status(`More than 10,000 ${of.many}`)).toBeTruthy()
    await press('Next')
    expect(sent.at(-1)?.query.get('page')).toBe('2')
    expect(page.getByRole('region', { name: title(screen) }).getAttribute('aria-busy')).toBe('true')
    answerList(list, answer([makeRecord(screen, 900)], 10_000))
    await until(() => drawn() === 1)
    expect(location.search).toContain('page=2')
  })

  test('has every text in full, however long, and none of it is markup', async () => {
    const shown = screen.columns.map(({ field }) => [field, true])
    localStorage.setItem(`carelane.columns.${of.path}`, JSON.stringify(Object.fromEntries(shown)))
    const { answer: answerList, list } = await open(screen)
    const record = makeRecord(screen, 7, { long: true })
    answerList(list, answer([record]))
    await until(() => table() !== null)
    const row = page.getAllByRole('row').at(-1) as HTMLElement
    let longest = 0
    for (const { field, label = screenFieldLabel(screen, field) } of screen.columns) {
      const cell = row.querySelector(`[data-label="${label}"]`)
      const texts = [record[field]].flat().filter((text) => String(text).length > 60)
      const content = cell?.textContent ?? ''
      for (const text of texts.map(String)) {
        expect(content, field).toContain(text)
        // What follows it, such as a tag, is a word of its own for whoever hears it.
        expect(content.charAt(content.indexOf(text) + text.length), field).toMatch(/^\W?$/)
      }
      longest = Math.max(longest, ...texts.map((text) => String(text).length))
    }
    expect(longest).toBeGreaterThan(90)
    expect(row.querySelector('b')).toBeNull()
    // Whoever hears the row's button hears which record it opens.
    const name = String(record[of.namedBy])
    const opener = within(within(row).getByRole('rowheader')).getByRole(
      screen.pageOf ? 'link' : 'button',
    )
    expect(opener.textContent).toContain(name)
  })

  test('is for reading where somebody may only read', async () => {
    const { answer: answerList, list } = await open(screen, false)
    answerList(list, answer(toRows(screen, 2)))
    await until(() => table() !== null)
    expect(drawn()).toBe(2)
    expect(page.queryByRole('button', { name: /^(Add|Import|Delete|Move) / })).toBeNull()
    expect(table()?.querySelector('tbody th button')).toBeNull()
    // What they see they may not take away, all of it or some: then nothing is to be selected.
    expect(page.queryByRole('link', { name: 'Download CSV' })).toBeNull()
    expect(page.queryAllByRole('checkbox', { name: /^Select / })).toEqual([])
  })

  test('shows nothing more to whoever has lost the permission meanwhile', async () => {
    const { answer: answerList, isAsked, refuse, list } = await open(screen)
    answerList(list, answer(toRows(screen, 3), 2_000))
    await until(() => drawn() === 3)
    const [first] = page.getAllByRole('rowheader').map(({ textContent }) => textContent ?? '')
    // They come back to the page, which asks again.
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await until(() => isAsked(list))
    refuse(list, 403, 'not_allowed')
    await until(() => alert() !== '')
    expect(alert()).toContain('You no longer have permission to see this.')
    expect(page.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(table()).toBeNull()
    expect(document.body.textContent).not.toContain(first)
    expect(page.queryByText(/\b2,000 /)).toBeNull()
  })
})
