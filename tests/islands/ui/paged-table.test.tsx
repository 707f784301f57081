import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { PagedTable } from '#islands/ui/table/PagedTable.tsx'
import type { TableColumn } from '#islands/ui/table/table-column.ts'
import { useAddressQuery } from '#islands/ui/use-address-query.ts'
import { ApiError } from '#lib/api/api-error.ts'

type Surgery = { id: number; name: string }
type Query = ComponentProps<typeof PagedTable<Surgery>>['query']

const columns: TableColumn<Surgery>[] = [
  { name: 'name', label: 'Name', cell: ({ name }) => name, width: 10, sortable: true },
]
const listed = (count: number, ...names: string[]): Query => ({
  data: { count, results: names.map((name, index) => ({ id: index + 1, name })) },
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
})

function Surgeries({ query, anchor }: { query: Query; anchor?: Record<string, number> }) {
  const [search] = useState(location.search)
  return (
    <PagedTable
      name="surgeries"
      label="GP surgeries"
      nouns={['surgery', 'surgeries']}
      columns={columns}
      keyOf={({ id }) => id}
      query={query}
      address={useAddressQuery(search)}
      usualOrder="name"
      anchor={anchor}
      empty="No surgery fits."
      toolbar={<button type="button">Add surgery</button>}
    />
  )
}

beforeEach(() => history.replaceState(null, '', '/admin/gp-surgeries'))

it('says how many there are, and turns the pages by its address', async () => {
  render(<Surgeries query={listed(1200, 'Elm Grove')} anchor={{ up_to: 7 }} />)
  expect(screen.getByRole('status').textContent).toBe('1,200 surgeries')
  expect(screen.getByText('Page 1 of 24')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Next' }))
  expect(location.search).toBe('?up_to=7&page=2')
  expect(screen.getByText('Page 2 of 24')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'GP surgeries' }))
})

it('says where there are more than were counted, and goes on past them', async () => {
  history.replaceState(null, '', '?page=200')
  const query = listed(10_000, 'Elm Grove')
  render(
    <Surgeries
      query={{ ...query, data: { count: 10_000, more: true, ...query.data, results: [] } }}
    />,
  )
  expect(screen.getByRole('status').textContent).toBe('More than 10,000 surgeries')
  expect(screen.getByText('Page 200 of more than 200')).toBeTruthy()
})

it('orders by its address, from the first page', async () => {
  history.replaceState(null, '', '?page=3')
  render(<Surgeries query={listed(1200, 'Elm Grove')} />)
  const head = () => screen.getByRole('columnheader', { name: /Name/ })
  expect(head().getAttribute('aria-sort')).toBe('ascending')
  await userEvent.click(screen.getByRole('button', { name: /Name/ }))
  expect(location.search).toBe('?ordering=-name')
  expect(head().getAttribute('aria-sort')).toBe('descending')
})

it('of nothing has no pages, and says whether an earlier page has something', () => {
  const { rerender } = render(<Surgeries query={listed(0)} />)
  expect(screen.getByText('No surgery fits.')).toBeTruthy()
  expect(screen.getByRole('status').textContent).toBe('0 surgeries')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  rerender(<Surgeries query={listed(1)} />)
  expect(
    screen.getByText('There are no surgeries on this page. Go back to an earlier page.'),
  ).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Pages' })).toBeTruthy()
})

it('that could not be loaded says so, without a number or pages', () => {
  const error = new ApiError({ status: 503, code: 'unavailable', detail: 'The clinic is away.' })
  render(<Surgeries query={{ ...listed(1200, 'Elm Grove'), error }} />)
  expect(screen.getByRole('alert').textContent).toContain('The clinic is away.')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Add surgery' })).toBeTruthy()
})
