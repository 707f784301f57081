import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DataTable } from '#islands/ui/table/DataTable.tsx'
import { useRowSelection } from '#islands/ui/table/use-row-selection.ts'

type Site = { id: number; name: string }
const site = (id: number): Site => ({ id, name: `Site ${id}` })
const first = [1, 2, 3, 4].map(site)
const columns = [
  { name: 'name', label: 'Name', width: 10, heading: true, cell: ({ name }: Site) => name },
]
const arrived = {
  error: null,
  isFetching: false,
  isPlaceholderData: false,
  refetch: () => undefined,
}

function List({ list = '', rows = first }: { list?: string; rows?: Site[] }) {
  const { rows: selected, ...selection } = useRowSelection<Site>(list, rows)
  return (
    <>
      <DataTable
        name="sites"
        label="Sites"
        columns={columns}
        query={{ ...arrived, data: { results: rows } }}
        keyOf={({ id }) => id}
        empty={<p>None.</p>}
        selection={{ ...selection, nameOf: ({ name }) => name }}
      />
      <output>{selected.map(({ name }) => name).join()}</output>
    </>
  )
}

const selected = () => screen.getByRole('status').textContent
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Select all \d+ on/ })
const user = userEvent.setup({ delay: null })

test('rows are selected one by one, by the mouse and by the space bar', async () => {
  render(<List />)
  await user.click(box('Select Site 3'))
  box('Select Site 1').focus()
  await user.keyboard(' ')
  expect(selected()).toBe('Site 3,Site 1')
  expect(all().indeterminate).toBe(true)
  await user.keyboard(' ')
  expect(selected()).toBe('Site 3')
})

test('with Shift, from the last one to this one', async () => {
  render(<List />)
  await user.click(box('Select Site 4'))
  await user.keyboard('{Shift>}')
  await user.click(box('Select Site 2'))
  await user.keyboard('{/Shift}')
  expect(selected()).toBe('Site 4,Site 2,Site 3')
  await user.keyboard('{Shift>}')
  await user.click(box('Select Site 3'))
  await user.keyboard('{/Shift}')
  expect(selected()).toBe('Site 4')
})

test('the box of the head selects what is in sight, and takes it back', async () => {
  const { rerender } = render(<List />)
  await user.click(all())
  expect(all().checked).toBe(true)
  expect(selected()).toBe('Site 1,Site 2,Site 3,Site 4')
  // Another page of the same list: what was selected stays, what is new is not.
  rerender(<List rows={[site(5)]} />)
  expect(all().checked).toBe(false)
  await user.keyboard('{Shift>}')
  await user.click(box('Select Site 5'))
  await user.keyboard('{/Shift}')
  expect(selected()).toBe('Site 1,Site 2,Site 3,Site 4,Site 5')
  await user.click(all())
  expect(selected()).toBe('Site 1,Site 2,Site 3,Site 4')
})

test('a selected row is as it was last in sight; another list begins without any', async () => {
  const { rerender } = render(<List />)
  await user.click(box('Select Site 2'))
  rerender(<List rows={[{ id: 2, name: 'Quay Street' }]} />)
  expect(selected()).toBe('Quay Street')
  rerender(<List list="search=quay" />)
  expect(selected()).toBe('')
  expect(box('Select Site 2').checked).toBe(false)
  rerender(<List />)
  expect(selected()).toBe('')
})
