import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { TemporaryReporting } from '#islands/reporting/appointments/TemporaryReporting.tsx'
import type { ReportedAppointment } from '#lib/contract/reporting.ts'
import { fakeApi, refusal } from '../../fake-api.ts'
import { settings } from '../../public-settings.ts'
import { showQueriesAtOnce } from '../../queries-at-once.ts'
import { fields, upcoming } from '../dashboard/dashboard-samples.ts'

beforeEach(showQueriesAtOnce)

const LIST = 'GET admin/temporary-reporting/'
const FIELDS = 'GET admin/temporary-reporting/fields/'

const appointment: ReportedAppointment = {
  ...upcoming(),
  reference: 'ABC-12345',
  duration: 10,
  status: 'did_not_attend',
  outcomes: [],
  created: '2026-07-01T09:00:00Z',
  completed_on: null,
  cancelled_on: null,
}

function show(search = '', mayChoose = true, mayDownload = true) {
  history.replaceState(null, '', `/clinic/temporary-reporting${search}`)
  const api = fakeApi()
  render(
    <TemporaryReporting
      settings={settings}
      search={search}
      today="2026-08-04"
      scopeRights={{ staffId: null, mayChoose }}
      mayDownload={mayDownload}
      api={api.client}
    />,
  )
  const settle = async (key: string, work: () => void) => {
    await waitFor(() => expect(api.isWaiting(key)).toBe(true))
    await act(async () => work())
  }
  const list = (results: ReportedAppointment[], count = results.length) =>
    settle(LIST, () => api.answer([LIST], () => ({ count, results })))
  const choices = () => settle(FIELDS, () => api.answer([FIELDS], () => fields))
  const fail = (error: unknown) => settle(LIST, () => api.fail([LIST], error))
  const asked = () =>
    api.sent.filter(({ key }) => key === LIST).map(({ options }) => options['query'])
  return { api, list, choices, fail, asked, user: userEvent.setup() }
}

const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name })
const firstRow = () =>
  [...(screen.getAllByRole('row')[1]?.children ?? [])].map(({ textContent }) =>
    textContent?.replace(/\u00a0/g, ' '),
  )

it('lists appointments with when, who, where and how they ended', async () => {
  const { list } = show()
  await list([appointment])
  expect(firstRow()).toEqual([
    '5 August 2026, 9:30am',
    'Ines Okafor',
    'Flu vaccination',
    'Rosa Whitfield',
    'Quay Pharmacy',
    'Did not attend',
    '10',
  ])
  expect(screen.getByText('1 appointment', { exact: true })).not.toBeNull()
})

it('narrows down by every filter; the address and the download have them', async () => {
  const { list, choices, asked, user } = show('?page=3&ordering=-duration')
  await choices()
  await list([appointment], 200)
  const choose = (label: string, text: string) =>
    user.selectOptions(within(screen.getByRole('form')).getByLabelText(label), text)
  await choose('Clinician', 'Tom Fletcher (inactive)')
  await choose('Site', 'Quay Pharmacy')
  await choose('Appointment type', 'Flu vaccination')
  await choose('Status', 'Cancelled')
  await choose('Outcome', 'Referred to GP (archived)')
  expect(asked()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show' }))
  const filters = {
    from: '2026-08-03',
    to: '2026-08-09',
    staff_id: '4',
    site_id: '5',
    appointment_type_id: '8',
    status: 'cancelled',
    outcome_id: '6',
  }
  expect(asked().at(-1)).toEqual({ ...filters, ordering: '-duration' })
  const inAddress = Object.fromEntries(new URLSearchParams(location.search))
  expect(inAddress).toEqual({ ...filters, ordering: '-duration' })
  const { pathname, searchParams } = new URL(link('Download CSV').href)
  expect(pathname).toBe('/api/admin/temporary-reporting/export/')
  expect(Object.fromEntries(searchParams)).toEqual(filters)
  await list([])
  expect(screen.getByText(/No appointments match these filters/)).not.toBeNull()
  await user.click(link('Clear all'))
  expect(location.search).toBe('')
})

it('is offered as a file to those alone who may have it', async () => {
  const { list } = show('', true, false)
  await list([appointment])
  expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull()
})

it('counts what came of them once somebody wants to see it, by the same filters', async () => {
  const { api, list, user } = show('?status=completed&page=2')
  await list([appointment], 200)
  const COUNTS = 'GET admin/temporary-reporting/outcomes/'
  expect(api.isWaiting(COUNTS)).toBe(false)
  await user.click(screen.getByText('Outcomes', { selector: 'summary' }))
  await waitFor(() => expect(api.isWaiting(COUNTS)).toBe(true))
  expect(api.sent.at(-1)?.options['query']).toEqual({ status: 'completed' })
  expect(screen.getByText('Counting the outcomes')).not.toBeNull()
  await act(async () => api.fail([COUNTS], refusal('not_allowed')))
  expect(screen.getByRole('alert').textContent).toContain('We could not load the outcomes.')
  await user.click(screen.getByText('Outcomes', { selector: 'summary' }))
  await user.click(screen.getByText('Outcomes', { selector: 'summary' }))
  await waitFor(() => expect(api.isWaiting(COUNTS)).toBe(true))
  await act(async () =>
    api.answer([COUNTS], () => ({
      completed: 1_204,
      without: 4,
      results: [{ id: 7, name: 'Given advice', appointments: 1_190 }],
    })),
  )
  const table = screen.getByRole('table', { name: /Outcomes of the completed/, hidden: true })
  expect([...table.querySelectorAll('tbody tr, tfoot tr')].map((row) => row.textContent)).toEqual([
    'Given advice1,190',
    'Not recorded4',
    'All completed1,204',
  ])
})

it('is ordered by its heads, from the first page', async () => {
  const { list, asked, user } = show('?page=2&status=booked')
  await list([appointment], 200)
  await user.click(screen.getByRole('button', { name: /^Patient/ }))
  expect(asked().at(-1)).toEqual({ status: 'booked', ordering: 'patient' })
})

it('tells what cannot be beside its field, and keeps what was asked for', async () => {
  const { fail } = show('?from=2026-08-09&to=2026-08-01')
  await fail(refusal('invalid', { fields: { to: ['The last day must not be before the first'] } }))
  const to = screen.getByLabelText<HTMLInputElement>('To')
  expect(to.getAttribute('aria-invalid')).toBe('true')
  expect(to.value).toBe('2026-08-01')
})

it('has nothing for who has no appointments and may not see those of others', () => {
  const { api } = show('', false)
  expect(screen.getByText(/You have no appointments of your own/)).not.toBeNull()
  expect(api.sent).toEqual([])
})
