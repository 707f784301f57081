import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ReferenceFilter } from '#islands/admin/resources/admin-screen.ts'
import { staffCompetencyScreen } from '#islands/admin/resources/screens/staff-competencies.ts'
import { userScreen } from '#islands/admin/resources/screens/users.tsx'
import { adminScreens } from '#islands/admin/resources/screens.ts'
import { permissionTo } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { refusal } from '../../fake-api.ts'
import { settled, until } from '../../settled.ts'
import { openScreen } from './record-stage.tsx'

const STAFF = 'GET admin/staff/'
const open = (search: string) => openScreen([], search, staffCompetencyScreen)
const said = () => Object.fromEntries(new URLSearchParams(location.search))
const clearAll = () => screen.queryByRole('button', { name: 'Clear all' })

test('a record that narrows the list is chosen by its name, and named again after a reload', async () => {
  const { api, user, press, answerList } = await open('?page=2')
  await press('Filters')
  const field = screen.getByRole('combobox', { name: 'Clinician' })
  await user.type(field, 'ada')
  await until(() => api.isWaiting(STAFF))
  await api.answered([STAFF], () => ({ count: 1, results: [{ id: 7, full_name: 'Ada Byron' }] }))
  await user.click(screen.getByRole('option', { name: 'Ada Byron' }))
  await settled()
  expect(said()).toEqual({ staff_id: '7' })
  expect(screen.getByRole('button', { name: 'Filters: 1 in use' })).toBeTruthy()
  expect(api.sent.at(-1)).toMatchObject({ options: { query: { staff_id: '7' } } })
  // Who chose it knows its name: nobody is asked.
  const chosen = screen.getByRole('button', { name: 'Change Clinician, now Ada Byron' })
  expect(document.activeElement).toBe(chosen)
  await answerList()
  await press('Change Clinician, now Ada Byron')
  expect(said()).toEqual({})
})

test('after a reload its name is read; where it cannot be, its number stands there', async () => {
  const { api } = await open('?staff_id=7&competency_id=4')
  expect(document.activeElement).toBe(document.body)
  api.answer(['GET admin/staff/{id}/'], () => ({ id: 7, full_name: 'Ada Byron' }))
  await api.failed(['GET admin/competencies/{id}/'], refusal('not_found'))
  expect(screen.getByText('Ada Byron')).toBeTruthy()
  expect(screen.getByText('Number 4 (name not available)')).toBeTruthy()
  expect(document.activeElement).toBe(document.body)
})

test('days narrow the list once they are whole; what cannot be a day is told when it is left', async () => {
  const { api, answerList } = await open('')
  const from = screen.getByLabelText<HTMLInputElement>('Last day from')
  const to = screen.getByLabelText<HTMLInputElement>('Last day to')
  const calls = api.sent.length
  fireEvent.change(from, { target: { value: '0202-03-04' } })
  await settled()
  expect(api.sent).toHaveLength(calls)
  fireEvent.blur(from)
  expect(screen.getByText('Enter a date from 2000 to 2199')).toBeTruthy()
  fireEvent.change(from, { target: { value: '2026-03-04' } })
  await settled()
  expect(screen.queryByText('Enter a date from 2000 to 2199')).toBeNull()
  await answerList()
  fireEvent.change(to, { target: { value: '2026-03-01' } })
  await settled()
  await answerList()
  expect(said()).toEqual({ expires_at_from: '2026-03-04', expires_at_to: '2026-03-01' })
  expect(screen.getByText('This is before the first day')).toBeTruthy()
})

test('many filters stand behind a button, and are in sight where the address has one', async () => {
  const { press } = await open('')
  expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
  await press('Filters')
  expect(screen.getByRole('combobox', { name: 'State' })).toBeTruthy()
  await press('Filters')
  expect(screen.queryByRole('combobox', { name: 'State' })).toBeNull()
  cleanup()
  await open('?expires_at_to=2026-03-04')
  expect(screen.getByRole('combobox', { name: 'State' })).toBeTruthy()
})

test('a record to narrow by is offered to whoever may see the list that it is chosen from', async () => {
  await openScreen([], '?state=lapsed', staffCompetencyScreen, ['clinic.view_staff'])
  expect(screen.getByRole('combobox', { name: 'Clinician' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Competency' })).toBeNull()
})

test('what is asked for to narrow by a record is the permission to see its list', () => {
  for (const { of, filters } of adminScreens) {
    for (const filter of filters.filter(({ kind }) => kind === 'reference')) {
      const { from = of.references[filter.name], only } = filter as ReferenceFilter
      const list = adminResources.find(({ path }) => path === from?.from)
      expect({ of: of.path, filter: filter.name, only }).toEqual({
        of: of.path,
        filter: filter.name,
        only: list && permissionTo('view', list),
      })
    }
  }
})

test('names that are said in a sentence keep their capitals', async () => {
  await openScreen([], '', userScreen)
  expect(screen.getByText(/^By name, date of birth, NHS number, mobile phone number/)).toBeTruthy()
})

test('clearing takes away every filter and what is typed, and begins at the search', async () => {
  const { user, press, answerList } = await open('?state=lapsed&expires_at_from=2026-03-04&page=3')
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'half typ')
  await press('Clear all')
  await answerList()
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search' })
  expect(search.value).toBe('')
  expect(document.activeElement).toBe(search)
  expect(screen.getByLabelText<HTMLInputElement>('Last day from').value).toBe('')
  expect(screen.getByLabelText<HTMLSelectElement>('State').value).toBe('')
  expect(said()).toEqual({})
  expect(clearAll()).toBeNull()
  // What was half typed does not come back after its pause.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(said()).toEqual({})
})
