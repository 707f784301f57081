import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, createRef } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DataTable } from '#islands/ui/table/DataTable.tsx'
import type { TableColumn } from '#islands/ui/table/table-column.ts'
import { ApiError } from '#lib/api/api-error.ts'
import { allTexts } from '../hands.ts'

type Surgery = { id: number; name: string; city: string; telephone: string }

const surgery = (id: number): Surgery => ({
  id,
  name: `Surgery ${id}`,
  city: `City ${id}`,
  telephone: `01632 96000${id}`,
})
const columns: TableColumn<Surgery>[] = [
  {
    name: 'name',
    label: 'Name',
    cell: ({ name }) => name,
    width: 10,
    heading: true,
    sortable: true,
  },
  { name: 'city', label: 'City', cell: ({ city }) => city, width: 10, sortable: true },
  {
    name: 'telephone',
    label: 'Telephone',
    cell: (row) => row.telephone,
    width: 10,
    hiddenAtFirst: true,
  },
]
const answered = (results: Surgery[]) => ({
  data: { results },
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: vi.fn(),
})
const waiting = { ...answered([]), data: undefined, isFetching: true }

type Props = ComponentProps<typeof DataTable<Surgery>>
const table = (props: Partial<Props> = {}) => (
  <DataTable
    name="surgeries"
    label="GP surgeries"
    columns={columns}
    query={answered([surgery(1), surgery(2)])}
    keyOf={({ id }) => id}
    empty={<p>There are no surgeries.</p>}
    {...props}
  />
)
const show = (props: Partial<Props> = {}) => render(table(props))
const heads = () => allTexts('columnheader')
const cells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))

describe('a table', () => {
  it('says where it goes on beyond its frame, as long as it does', () => {
    const width = vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600)
    show()
    const frame = screen.getByRole('region', { name: 'GP surgeries' })
    const edges = frame.parentElement?.dataset
    expect(screen.getByText('Scroll the table sideways to see all columns.')).toBeTruthy()
    expect({ ...edges }).toEqual({ hiddenAfter: 'true' })
    frame.scrollLeft = 300
    act(() => void frame.dispatchEvent(new Event('scroll')))
    expect({ ...edges }).toEqual({ hiddenBefore: 'true' })
    width.mockReturnValue(600)
    frame.scrollLeft = 0
    act(() => void window.dispatchEvent(new Event('resize')))
    expect({ ...edges }).toEqual({})
    expect(screen.queryByText('Scroll the table sideways to see all columns.')).toBeNull()
  })

  it('has a name, a head, and a row that its first column names for each record', () => {
    show()
    const region = screen.getByRole('region', { name: 'GP surgeries' })
    expect(within(region).getByRole('table', { name: 'GP surgeries' })).toBeTruthy()
    expect(heads()).toEqual(['Name', 'City'])
    expect(cells()).toEqual([
      ['Surgery 1', 'City 1'],
      ['Surgery 2', 'City 2'],
    ])
    expect(allTexts('rowheader')).toEqual(['Surgery 1', 'Surgery 2'])
    expect(screen.getByText('City 1').getAttribute('data-label')).toBe('City')
  })

  it('says that it is on its way, and what is there instead when there is nothing', () => {
    const { rerender } = show({ query: waiting })
    expect(screen.getByRole('status').textContent).toBe('Loading: GP surgeries')
    expect(screen.queryByRole('table')).toBeNull()
    rerender(table({ query: answered([]) }))
    expect(screen.getByText('There are no surgeries.')).toBeTruthy()
    expect(screen.queryByText('Columns')).toBeNull()
  })

  it('marks the page before as old while the next one is on its way', () => {
    const { rerender } = show({ query: { ...answered([surgery(1)]), isPlaceholderData: true } })
    const busy = () => screen.getByRole('region').getAttribute('aria-busy')
    expect(busy()).toBe('true')
    rerender(table())
    expect(busy()).toBe('false')
  })

  it('hands its frame out, to be focused', () => {
    const ref = createRef<HTMLElement>()
    show({ ref })
    act(() => ref.current?.focus())
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'GP surgeries' }))
  })
})

describe('a table that could not be loaded', () => {
  const failed = (error: unknown) => ({ ...answered([]), data: undefined, error })
  const texts = () => screen.getByRole('alert').textContent

  it('says so and tries again', async () => {
    const query = failed(new ApiError({ status: 0, code: 'unavailable', detail: 'No answer.' }))
    const { rerender } = show({ query })
    expect(texts()).toMatch(/^We could not load this list\.No answer\./)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(query.refetch).toHaveBeenCalledTimes(1)
    rerender(table({ query: { ...query, isFetching: true } }))
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(query.refetch).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['not_allowed', 403, 'You no longer have permission to see this.', false],
    ['not_signed_in', 401, 'You are signed out. Sign in, then try again.', true],
    ['too_many_requests', 429, 'Too much.', true],
  ] as const)('for %s says what to do', (code, status, sentence, canRetry) => {
    show({ query: failed(new ApiError({ status, code, detail: 'Too much.' })) })
    expect(texts()).toContain(sentence)
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(canRetry)
  })

  it('because of its address says what in it cannot be', () => {
    const error = new ApiError(
      { status: 400, code: 'invalid', detail: '' },
      { fields: { page_size: ['Too big.'] } },
    )
    show({ query: failed(error) })
    expect(texts()).toContain('page size: Too big.')
  })

  it('for a reason nobody thought of says no more than that', () => {
    show({ query: failed(new Error('secret')) })
    expect(texts()).toContain('Something went wrong.')
    expect(texts()).not.toContain('secret')
  })
})

describe('the choice of columns', () => {
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  const remembered = () => JSON.parse(localStorage.getItem('carelane.columns.surgeries') ?? 'null')
  const open = () => userEvent.click(screen.getByText('Columns'))

  it('shows and hides columns, and remembers it for this table', async () => {
    const { unmount } = show()
    await open()
    expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull()
    await userEvent.click(box('Telephone'))
    await userEvent.click(box('City'))
    expect(heads()).toEqual(['Name', 'Telephone'])
    expect(remembered()).toEqual({ telephone: true, city: false })
    unmount()
    show()
    expect(heads()).toEqual(['Name', 'Telephone'])
  })

  it('is not another table’s', () => {
    localStorage.setItem('carelane.columns.surgeries', '{"city":false}')
    show({ name: 'others' })
    expect(heads()).toEqual(['Name', 'City'])
  })

  it.each(['{', '[1]', 'null', '7', '{"city":"no","unheard":true}', '{"name":false}'])(
    'is as the table has it where what was remembered is no choice: %s',
    (text) => {
      localStorage.setItem('carelane.columns.surgeries', text)
      show()
      expect(heads()).toEqual(['Name', 'City'])
    },
  )

  it('lasts as long as the page where the browser keeps nothing', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('refused')
      },
      setItem: () => {
        throw new Error('refused')
      },
      clear: () => undefined,
    })
    show({ name: 'unkept' })
    await open()
    await userEvent.click(box('City'))
    expect(heads()).toEqual(['Name'])
  })

  it('follows what is chosen in another tab', () => {
    show()
    localStorage.setItem('carelane.columns.surgeries', '{"city":false}')
    act(() => void window.dispatchEvent(new StorageEvent('storage')))
    expect(heads()).toEqual(['Name'])
  })
})

describe('the order', () => {
  const sort = (name: string) =>
    screen.getByRole('columnheader', { name }).getAttribute('aria-sort')
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('is told by the head and asked for by pressing it, the other way round the second time', async () => {
    const onOrder = vi.fn()
    const { rerender } = show({ ordering: '-city,name', onOrder })
    expect([sort('Name'), sort('City')]).toEqual(['none', 'descending'])
    await press('City')
    expect(onOrder).toHaveBeenLastCalledWith('city')
    rerender(table({ ordering: 'city', onOrder }))
    expect(sort('City')).toBe('ascending')
    await press('City')
    expect(onOrder).toHaveBeenLastCalledWith('-city')
    await press('Name')
    expect(onOrder).toHaveBeenLastCalledWith('name')
  })

  it('is not offered where the list has one order, or for a field it cannot be ordered by', () => {
    const { rerender } = show()
    expect(within(screen.getByRole('table')).queryAllByRole('button')).toEqual([])
    localStorage.setItem('carelane.columns.surgeries', '{"telephone":true}')
    rerender(table({ name: 'surgeries', onOrder: vi.fn() }))
    const offered = within(screen.getByRole('table')).getAllByRole('button')
    expect(offered.map((button) => button.textContent)).toEqual(['Name', 'City'])
  })
})

describe('the details of a row', () => {
  const details = {
    nameOf: ({ name }: Surgery) => name,
    content: ({ telephone }: Surgery) => <p>Call {telephone}</p>,
  }
  const button = (of: string) => screen.getByRole('button', { name: `Details of ${of}` })

  it('open below it and close again, each by itself', async () => {
    show({ details })
    expect(button('Surgery 1').getAttribute('aria-expanded')).toBe('false')
    await userEvent.click(button('Surgery 1'))
    await userEvent.click(button('Surgery 2'))
    expect(screen.getAllByText(/^Call /).map((text) => text.textContent)).toEqual([
      'Call 01632 960001',
      'Call 01632 960002',
    ])
    const opened = document.getElementById(button('Surgery 1').getAttribute('aria-controls') ?? '')
    expect(opened?.textContent).toBe('Call 01632 960001')
    await userEvent.click(button('Surgery 1'))
    expect(screen.getAllByText(/^Call /)).toHaveLength(1)
    expect(button('Surgery 1').getAttribute('aria-controls')).toBeNull()
  })
})

describe('the keys of rows', () => {
  const opening: TableColumn<Surgery>[] = [
    {
      name: 'name',
      label: 'Name',
      width: 10,
      heading: true,
      cell: ({ name }) => <button type="button">Open {name}</button>,
    },
    {
      name: 'city',
      label: 'City',
      width: 10,
      // The third has none.
      cell: ({ id, city }) =>
        id !== 3 && (
          <>
            <a href={`/up/${id}`}>Up {city}</a> <a href={`/down/${id}`}>Down {city}</a>
          </>
        ),
    },
    {
      name: 'note',
      label: 'Note',
      width: 10,
      cell: ({ id }) => <input aria-label={`Note ${id}`} />,
    },
  ]
  const details = { nameOf: ({ name }: Surgery) => name, content: () => <a href="/more">More</a> }
  const user = userEvent.setup({ delay: null })
  const focused = () => document.activeElement?.textContent
  const open = (id: number) => screen.getByRole('button', { name: `Open Surgery ${id}` })
  const four = [1, 2, 3, 4].map(surgery)

  it('go from row to row within a column, to either end, and no further', async () => {
    show({ columns: opening, query: answered(four) })
    act(() => open(1).focus())
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(focused()).toBe('Open Surgery 3')
    await user.keyboard('{End}')
    expect(focused()).toBe('Open Surgery 4')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Open Surgery 4')
    await user.keyboard('{ArrowUp}{Home}{ArrowUp}')
    expect(focused()).toBe('Open Surgery 1')
  })

  it('keep to the same control of a cell, and where a row has none take its first', async () => {
    show({ columns: opening, query: answered(four) })
    act(() => screen.getByRole('link', { name: 'Down City 1' }).focus())
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Down City 2')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Open Surgery 3')
  })

  it('pass by the details of a row, and leave the keys of what is typed in alone', async () => {
    show({ columns: opening, query: answered(four), details })
    await user.click(screen.getByRole('button', { name: 'Details of Surgery 1' }))
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('Details of Surgery 2')
    act(() => screen.getByRole('link', { name: 'More' }).focus())
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('More')
    const note = screen.getByLabelText('Note 1')
    act(() => note.focus())
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(note)
  })

  it('leave the table a table, each of whose controls the Tab key reaches', async () => {
    show({ columns: opening, query: answered(four) })
    expect(screen.queryByRole('grid')).toBeNull()
    act(() => open(2).focus())
    await user.keyboard('{ArrowDown}')
    await user.tab()
    expect(document.activeElement).toBe(screen.getByLabelText('Note 3'))
    await user.tab()
    expect(focused()).toBe('Open Surgery 4')
  })
})

describe('the focus of whoever tried again', () => {
  it('goes to the list that has come', async () => {
    const failed = { ...answered([]), data: undefined, error: new Error('lost') }
    const { rerender } = show({ query: failed })
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    rerender(table())
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'GP surgeries' }))
  })
})

describe('a page of more than a hundred rows', () => {
  const many = Array.from({ length: 300 }, (_, place) => surgery(place + 1))
  const rows = () => screen.getAllByRole('row').length - 1
  /** jsdom lays nothing out: a window of ten rows of 48 pixels. */
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return this.tagName === 'TR' ? 48 : 480
    })
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(480)
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800)
    vi.stubGlobal('innerHeight', 480)
  })
  const inFrame = () => {
    const style = document.createElement('style')
    style.textContent = 'section { overflow-y: auto }'
    document.head.append(style)
    return () => style.remove()
  }
  const drawnPlaces = () =>
    screen.getAllByRole('row').map((row) => Number(row.getAttribute('aria-rowindex')))

  it('of a hundred draws every one', () => {
    show({ query: answered(many.slice(0, 100)) })
    expect(rows()).toBe(100)
  })

  it.each([
    ['its frame scrolls', inFrame],
    ['the window scrolls', () => () => undefined],
  ])('draws those in sight and tells how many there are, where %s', async (_, arrange) => {
    const tidy = arrange()
    show({ query: answered(many) })
    await waitFor(() => expect(rows()).toBeLessThan(60))
    expect(rows()).toBeGreaterThan(9)
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('301')
    expect(drawnPlaces().slice(0, 3)).toEqual([1, 2, 3])
    tidy()
  })

  it('draws a row that the focus goes to, however far it is', async () => {
    const tidy = inFrame()
    show({ query: answered(many), details: { nameOf: ({ name }) => name, content: () => null } })
    await waitFor(() => expect(rows()).toBeLessThan(60))
    act(() => screen.getByRole('button', { name: 'Details of Surgery 1' }).focus())
    await userEvent.keyboard('{End}')
    expect(document.activeElement?.textContent).toBe('Details of Surgery 300')
    expect(rows()).toBeLessThan(60)
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('Details of Surgery 299')
    await userEvent.keyboard('{Home}')
    expect(document.activeElement?.textContent).toBe('Details of Surgery 1')
    tidy()
  })

  it('draws others once it is scrolled, and keeps the one with the focus', async () => {
    const tidy = inFrame()
    show({ query: answered(many), details: { nameOf: ({ name }) => name, content: () => null } })
    await waitFor(() => expect(rows()).toBeLessThan(60))
    const first = screen.getByRole('button', { name: 'Details of Surgery 1' })
    act(() => first.focus())
    const frame = screen.getByRole('region')
    act(() => {
      frame.scrollTop = 9_600
      frame.dispatchEvent(new Event('scroll'))
    })
    await waitFor(() => expect(screen.getByText('Surgery 205')).toBeTruthy())
    expect(screen.queryByText('Surgery 100')).toBeNull()
    expect(document.activeElement).toBe(first)
    expect(rows()).toBeLessThan(60)
    tidy()
  })
})
