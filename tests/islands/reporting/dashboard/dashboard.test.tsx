import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { Dashboard } from '#islands/reporting/dashboard/Dashboard.tsx'
import { fakeApi, noAnswer, refusal } from '../../fake-api.ts'
import { settings } from '../../public-settings.ts'
import { showQueriesAtOnce } from '../../queries-at-once.ts'
import { emptyNumbers, fields, income, logEntry, numbers, upcoming } from './dashboard-samples.ts'

beforeEach(showQueriesAtOnce)

const NUMBERS = 'GET admin/clinician-dashboard/'
const UPCOMING = 'GET admin/clinician-upcoming-appointments/'
const INCOME = 'GET admin/dashboard-total-income/'
const LOG = 'GET admin/dashboard-appointments-logs/'
const TYPES = 'GET admin/dashboard-appointment-types/'
const FIELDS = 'GET admin/temporary-reporting/fields/'

type Given = {
  search?: string
  mayChoose?: boolean
  maySeeIncome?: boolean
  staffId?: number | null
}

function show({ search = '', mayChoose = false, maySeeIncome = false, staffId = 3 }: Given = {}) {
  history.replaceState(null, '', `/dashboard${search}`)
  const api = fakeApi()
  render(
    <Dashboard
      settings={settings}
      search={search}
      today="2026-08-04"
      scopeRights={{ staffId, mayChoose }}
      maySeeIncome={maySeeIncome}
      api={api.client}
    />,
  )
  const settle = async (key: string, work: () => void) => {
    await waitFor(() => expect(api.isWaiting(key)).toBe(true))
    await act(async () => work())
  }
  const answer = (key: string, body: unknown) => settle(key, () => api.answer([key], () => body))
  const fail = (key: string, error: unknown) => settle(key, () => api.fail([key], error))
  const asked = (key: string) =>
    api.sent.filter((call) => call.key === key).map(({ options }) => options['query'])
  const answerAll = async () => {
    await answer(NUMBERS, numbers())
    await answer(UPCOMING, { count: 1, results: [upcoming()] })
    await answer(LOG, { count: 0, results: [] })
  }
  return { api, answer, fail, asked, answerAll, user: userEvent.setup() }
}

const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name })
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const part = (name: string) => within(screen.getByRole('region', { name }))
const figure = (name: string) =>
  [...(screen.getByText(name, { selector: 'dt' }).parentElement?.querySelectorAll('dd') ?? [])].map(
    ({ textContent }) => textContent,
  )
const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row', { hidden: true })
    .map((row) => [...row.children].map(({ textContent }) => textContent?.replace(/\u00a0/g, ' ')))

describe('the numbers', () => {
  it('say what a period comes to, beside the one before', async () => {
    const { answerAll } = show()
    await answerAll()
    expect(screen.getByText(/Rosa Whitfield \(you\), 3 to 4\sAugust\s2026/)).not.toBeNull()
    expect(figure('Appointments')).toEqual(['12', '5 more'])
    expect(figure('Time booked')).toEqual(['30%', '3 hours of 10 hours', 'down from 35%'])
    expect(figure('Did not attend')).toEqual([
      '10%',
      '1 of 10 past appointments',
      'No earlier data',
    ])
    expect(figure('Cancelled')).toEqual(['3', '3 more'])
    expect(screen.getByText(/Compared with 1 to 2\sAugust\s2026/)).not.toBeNull()
  })

  it('are drawn, and are tables with the same in figures', async () => {
    const { answerAll } = show()
    await answerAll()
    expect(
      screen.getByRole('img', {
        name: /12 appointments, the most on Tuesday 4\sAugust 2026: 8/,
      }),
    ).not.toBeNull()
    const table = (name: string) => screen.getByRole('table', { name, hidden: true })
    expect(cells(table('Appointments by day'))).toEqual([
      ['Day', 'Appointments', 'Cancelled'],
      ['Monday 3 August 2026', '4', '3'],
      ['Tuesday 4 August 2026', '8', '0'],
      ['Total', '12', '3'],
    ])
    expect(cells(table('Time booked of time offered')).slice(1)).toEqual([
      ['Monday 3 August 2026', '1 hour', '10 hours', '10%'],
      ['Tuesday 4 August 2026', '2 hours', '0 minutes', 'No hours'],
      ['Total', '3 hours', '10 hours', '30%'],
    ])
    expect(cells(table('Appointments by status')).slice(1)).toEqual([
      ['Booked', '2'],
      ['Completed', '9'],
      ['Did not attend', '1'],
      ['Cancelled', '3'],
    ])
    expect(cells(table('Appointments by type'))[1]).toEqual([
      'Flu vaccination',
      '10',
      '2 hours 30 minutes',
    ])
  })

  it('of nothing are nothing, and no chart breaks', async () => {
    const { answer } = show()
    await answer(NUMBERS, emptyNumbers)
    await answer(UPCOMING, { count: 0, results: [] })
    await answer(LOG, { count: 0, results: [] })
    expect(figure('Time booked')?.[0]).toBe('No hours')
    expect(figure('Did not attend')?.[0]).toBe('None')
    expect(screen.getByRole('img', { name: '0 appointments' })).not.toBeNull()
    expect(screen.getByText('There are no upcoming appointments.')).not.toBeNull()
    expect(
      screen.getByText('No appointments were booked or changed in this period.'),
    ).not.toBeNull()
  })

  it('that fail are told about alone, and can be tried again', async () => {
    const { answer, fail, user } = show()
    await fail(NUMBERS, noAnswer)
    await answer(UPCOMING, { count: 1, results: [upcoming()] })
    expect(screen.getByRole('alert').textContent).toContain('We could not load the numbers.')
    expect(part('Upcoming appointments').getByText(/Ines Okafor/)).not.toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await answer(NUMBERS, numbers())
    expect(figure('Appointments')?.[0]).toBe('12')
  })
})

describe('the period', () => {
  it('is this week, and another one by its link, which the address keeps', async () => {
    const { asked, answerAll, user } = show({ search: '?staff_id=3&page=4&up_to=9' })
    await answerAll()
    expect(link('This week').getAttribute('aria-current')).toBe('page')
    await user.click(link('This month'))
    expect(location.search).toBe('?staff_id=3&from=2026-08-01&to=2026-08-31')
    expect(asked(NUMBERS).at(-1)).toEqual({
      from: '2026-08-01',
      to: '2026-08-31',
      staff_id: '3',
    })
    expect(link('This month').getAttribute('aria-current')).toBe('page')
    expect(input('From').value).toBe('2026-08-01')
  })

  it('is any other by its days; what cannot be is told beside the day', async () => {
    const { fail, answerAll, user } = show()
    await answerAll()
    await user.clear(screen.getByLabelText('From'))
    await user.type(screen.getByLabelText('From'), '2026-08-30')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(location.search).toBe('?from=2026-08-30&to=2026-08-09')
    await fail(
      NUMBERS,
      refusal('invalid', { fields: { to: ['The last day must not be before the first'] } }),
    )
    expect(describedBy(input('To'))).toContain('The last day must not be before the first')
    expect(input('From').value).toBe('2026-08-30')
  })
})

describe('whose numbers', () => {
  it('are one’s own, with nobody to choose, without the permission', async () => {
    const { answerAll } = show()
    await answerAll()
    expect(screen.queryByLabelText('Clinician')).toBeNull()
  })

  it('are another clinician’s or everybody’s for who may see them', async () => {
    const { answer, answerAll, asked, user } = show({ mayChoose: true })
    await answer(FIELDS, fields)
    await answerAll()
    const choice = screen.getByLabelText<HTMLSelectElement>('Clinician')
    expect([...choice.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      'Everybody',
      'Rosa Whitfield (you)',
      'Tom Fletcher (inactive)',
    ])
    expect(choice.selectedOptions[0]?.textContent).toBe('Rosa Whitfield (you)')
    await user.selectOptions(choice, 'Everybody')
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(asked(NUMBERS).at(-1)).toMatchObject({ staff_id: 'all' })
    await answer(NUMBERS, numbers({ clinician: null }))
    await answer(UPCOMING, { count: 25, results: [upcoming()] })
    expect(screen.getByText(/Everybody, 3 to 4/)).not.toBeNull()
    expect(screen.getByText('The next 1 of 25 upcoming appointments.')).not.toBeNull()
    expect(screen.getByText('Rosa Whitfield, Room 2, Quay Pharmacy')).not.toBeNull()
  })

  it('are none for who has no appointments and may not see those of others', () => {
    const { api } = show({ staffId: null })
    expect(screen.getByText(/You have no appointments of your own/)).not.toBeNull()
    expect(api.sent).toEqual([])
  })
})

describe('the income', () => {
  it('is shown by day and by product to who may see it', async () => {
    const { answer, answerAll } = show({ maySeeIncome: true })
    await answerAll()
    await answer(INCOME, income)
    expect(figure('Total income')).toEqual([
      '£1,234.50',
      '3 doses given',
      expect.stringMatching(/^£10.00 from 1 to 2\sAugust\s2026$/),
    ])
    const table = screen.getByRole('table', { name: 'Income by product', hidden: true })
    expect(cells(table)[1]).toEqual(['Rabies vaccine', '£1,234.50', '3'])
  })

  it('is not asked for by anybody else', async () => {
    const { answerAll, asked } = show()
    await answerAll()
    expect(asked(INCOME)).toEqual([])
    expect(screen.queryByText('Income from vaccinations')).toBeNull()
  })
})

it('asks for as many upcoming appointments as are configured', async () => {
  const { asked, answerAll } = show()
  await answerAll()
  expect(asked(UPCOMING)).toEqual([{ limit: 10 }])
  expect(part('Upcoming appointments').getByText(/9:30am to 9:40am/)).not.toBeNull()
})

it('tells what happened, and turns its pages without new lines moving them', async () => {
  const { answer, asked, user } = show({ search: '?page_size=50' })
  await answer(LOG, { count: 60, results: [logEntry] })
  const [, row = []] = cells(screen.getByRole('table', { name: 'Appointment log' }))
  expect(row).toEqual([
    '4 August 2026, 11am',
    'Cancelled an appointment',
    'Ines Okafor',
    'Flu vaccination',
    '5 August 2026, 9:30am',
    'Rosa Whitfield',
    'Patient',
  ])
  await user.click(link('Next'))
  expect(asked(LOG).at(-1)).toEqual({ page: '2', page_size: '50', up_to: '900' })
})

it('fits what happened on a screen 1,280 pixels wide', async () => {
  const { answer } = show()
  await answer(LOG, { count: 1, results: [logEntry] })
  const { style } = screen.getByRole('table', { name: 'Appointment log' })
  expect(Number.parseFloat(style.getPropertyValue('--table-width')) * 16).toBeLessThanOrEqual(1230)
})

it('lists every appointment type in a dialog, in the order that is wanted', async () => {
  const { answer, answerAll, asked, user } = show()
  await answerAll()
  const opener = screen.getByRole('button', { name: 'All appointment types' })
  await user.click(opener)
  const type = { id: 8, name: 'Flu vaccination', duration: 10, disabled: false, hidden: false }
  await answer(TYPES, {
    count: 2,
    results: [
      { ...type, appointments: 10 },
      { ...type, id: 9, name: 'Old check', disabled: true, appointments: 0 },
    ],
  })
  const dialog = await screen.findByRole('dialog', { name: 'Appointment types' })
  expect(cells(within(dialog).getByRole('table')).slice(1)).toEqual([
    ['Flu vaccination', '10', '10'],
    ['Old checkDisabled', '0', '10'],
  ])
  await user.click(within(dialog).getByRole('button', { name: /^Minutes/ }))
  expect(asked(TYPES)).toEqual([
    { ordering: '-appointments', page_size: 500 },
    { ordering: 'duration', page_size: 500 },
  ])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})
