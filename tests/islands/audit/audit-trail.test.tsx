import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { AuditTrail } from '#islands/audit/AuditTrail.tsx'
import type { AuditEvent } from '#lib/contract/audit.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { showQueriesAtOnce } from '../queries-at-once.ts'

beforeEach(showQueriesAtOnce)

const LIST = ['GET admin/auditevents/']
const rosa = { id: 7, full_name: 'Rosa Whitfield' }
const ines = { id: 41, full_name: 'Ines Okafor' }

const line = (given: Partial<AuditEvent> = {}): AuditEvent => ({
  sequence: 900,
  at: '2026-08-06T08:30:05.123Z',
  actor: rosa,
  actor_role: 'staff',
  action: 'appointment.cancelled',
  subject_type: 'appointment',
  subject_id: 12,
  patient: ines,
  change: {},
  source: '192.0.2.7',
  request_id: 'request-1',
  ...given,
})

function show(search = '', mayDownload = true) {
  history.replaceState(null, '', `/admin/audit${search}`)
  const api = fakeApi()
  const { unmount } = render(<AuditTrail {...{ settings, search, mayDownload }} api={api.client} />)
  const answer = async (results: AuditEvent[], count = results.length) => {
    await waitFor(() => expect(api.isWaiting(...LIST)).toBe(true))
    await act(async () => api.answer(LIST, () => ({ count, results })))
  }
  const fail = async (error: unknown) => {
    await waitFor(() => expect(api.isWaiting(...LIST)).toBe(true))
    await act(async () => api.fail(LIST, error))
  }
  const asked = () => api.sent.map(({ options }) => options['query'])
  return { api, answer, fail, asked, unmount, user: userEvent.setup() }
}

const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent))
const link = (name: string | RegExp) => screen.getByRole<HTMLAnchorElement>('link', { name })
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

describe('a line of the audit trail', () => {
  it('says when by the clinic’s clock, who, as what, what, which record and whose', async () => {
    const { answer, asked } = show()
    await answer([
      line(),
      line({ sequence: 899, actor: null, actor_role: 'system', patient: null }),
    ])
    expect(asked()).toEqual([{}])
    expect(rows()).toEqual([
      [
        '6\u00a0August 2026, 9:30am',
        'Rosa Whitfield (everything they did)',
        'Staff',
        'Cancelled an appointment',
        'Appointment 12 (everything about this record)',
        'Ines Okafor (everything about this patient)',
        'Details of entry 900',
      ],
      [
        '6\u00a0August 2026, 9:30am',
        '',
        'System',
        'Cancelled an appointment',
        'Appointment 12 (everything about this record)',
        '',
        'Details of entry 899',
      ],
    ])
    expect(screen.getByText('2 entries')).toBeTruthy()
    expect(screen.getAllByText('6 August 2026, 9:30am')[0]?.getAttribute('datetime')).toBe(
      '2026-08-06T08:30:05.123Z',
    )
  })

  it('names somebody who is no more by their number, and the whole trail without one', async () => {
    const { answer } = show()
    const gone = { id: 5, full_name: '' }
    await answer([line({ actor: gone, subject_type: 'audit_trail', subject_id: 0 })])
    expect(rows()[0]?.slice(1, 5)).toEqual([
      'Person 5 (everything they did)',
      'Staff',
      'Cancelled an appointment',
      'Audit trail',
    ])
  })

  it('shows an action and a record that no release knows any more by their names', async () => {
    const { answer } = show()
    await answer([line({ action: 'once.done', subject_type: 'once' })])
    expect(rows()[0]?.slice(3, 5)).toEqual(['once.done', 'Once 12 (everything about this record)'])
  })

  it('tells in its details what changed, the exact time and where it came from', async () => {
    const { answer, user } = show()
    const change = { fields: ['city', 'mobile'], sessions: 2, filters: { person_id: 7 }, none: [] }
    await answer([line({ change, source: '' })])
    await user.click(screen.getByRole('button', { name: 'Details of entry 900' }))
    const told = screen
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(told).toEqual([
      ['Fields', 'city, mobile'],
      ['Sessions', '2'],
      ['Filters', 'person id: 7'],
      ['None', 'None'],
      ['Exact time', '2026-08-06T08:30:05.123Z'],
      ['Source', 'Not known'],
      ['Request', 'request-1'],
      ['Action name', 'appointment.cancelled'],
      ['Entry', '900'],
    ])
  })
})

describe('what is looked for', () => {
  it('is asked for by the form and stands in the address', async () => {
    const { answer, asked, user } = show('?page=3&up_to=900')
    await answer([line()], 200)
    await user.selectOptions(field('What happened'), 'Appointments: anything')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Acting as' }), 'Staff')
    await user.type(field('From'), '2026-08-01')
    await user.type(field('To'), '2026-08-06')
    expect(asked()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Show' }))
    const filters = {
      action: 'appointment',
      actor_role: 'staff',
      from: '2026-08-01',
      to: '2026-08-06',
    }
    expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(filters)
    await answer([line()])
    expect(asked().at(-1)).toEqual(filters)
  })

  it('comes from the address, and again with the back button', async () => {
    const { answer, asked, user } = show('?action=person.read&from=2026-08-01')
    await answer([line({ action: 'person.read' })])
    expect(asked()).toEqual([{ action: 'person.read', from: '2026-08-01' }])
    expect(field('What happened').value).toBe('person.read')
    expect(field('From').value).toBe('2026-08-01')
    await user.click(link('Clear all'))
    expect(location.search).toBe('')
    expect(field('What happened').value).toBe('')
    await answer([line()])
    act(() => history.back())
    await waitFor(() => expect(field('What happened').value).toBe('person.read'))
    await answer([line({ action: 'person.read' })])
    expect(asked()).toHaveLength(3)
  })

  it('can be everything about who or what a line names, and is dropped one by one', async () => {
    const { answer, asked, user } = show('?action=person.read&page=2&up_to=900')
    await answer([line()], 60)
    const { href } = link(/^Rosa Whitfield/)
    expect(new URL(href).search).toBe('?person_id=7')
    await user.click(link(/^Ines Okafor/))
    expect(location.search).toBe('?patient_id=41')
    await answer([line()])
    const chosen = screen.getByRole('list', { name: 'Filters in use' })
    expect(
      within(chosen).getByText('About Ines Okafor', { selector: '.font-semibold' }),
    ).toBeTruthy()
    await user.click(link(/^Appointment 12/))
    await answer([line()])
    expect(asked().at(-1)).toEqual({ subject_type: 'appointment', subject_id: '12' })
    expect(screen.getByText('Appointment 12', { selector: 'li .font-semibold' })).toBeTruthy()
    await user.click(link('Remove Appointment 12'))
    await answer([line()])
    expect(asked().at(-1)).toEqual({})
    expect(screen.queryByRole('list', { name: 'Filters in use' })).toBeNull()
  })

  it('is called by its number where no line names it', async () => {
    const { answer } = show('?person_id=7&patient_id=41')
    await answer([])
    expect(screen.getByText('Done by person 7', { selector: '.font-semibold' })).toBeTruthy()
    expect(screen.getByText('About person 41', { selector: '.font-semibold' })).toBeTruthy()
    expect(screen.getByText('No entries match these filters.')).toBeTruthy()
    expect(screen.getByText('0 entries')).toBeTruthy()
  })

  it('that cannot be is pointed at where it was entered', async () => {
    const { fail } = show('?from=2026-08-06&to=2026-08-01&action=no.words')
    await fail(
      refusal('invalid', { fields: { to: ['The last day must not be before the first'] } }),
    )
    expect(field('To').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toContain('The last day must not be before')
    expect(field('What happened').value).toBe('no.words')
    expect(screen.queryByText(/lines?$/)).toBeNull()
  })

  it('opens elsewhere where somebody asks the browser for that', async () => {
    const { answer, asked, user } = show()
    await answer([line()])
    await user.keyboard('{Control>}')
    // jsdom cannot open another tab, and says so.
    const leave = (event: Event) => event.preventDefault()
    window.addEventListener('click', leave)
    await user.click(link(/^Ines Okafor/))
    window.removeEventListener('click', leave)
    await user.keyboard('{/Control}')
    expect(location.search).toBe('')
    expect(asked()).toHaveLength(1)
  })
})

describe('the pages', () => {
  it('hold still: the next ones begin where the first one began', async () => {
    const { answer, asked, user } = show('?actor_role=staff')
    await answer([line({ sequence: 900 }), line({ sequence: 880 })], 120)
    expect(screen.getByText('Page 1 of 3')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Previous' })).toBeNull()
    await user.click(link('Next'))
    expect(location.search).toBe('?actor_role=staff&up_to=900&page=2')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Audit trail' }))
    expect(screen.getByRole('region', { name: 'Audit trail' }).getAttribute('aria-busy')).toBe(
      'true',
    )
    await answer([line({ sequence: 800 })], 120)
    expect(asked().at(-1)).toEqual({ actor_role: 'staff', page: '2', up_to: '900' })
    await user.click(link('Previous'))
    expect(location.search).toBe('?actor_role=staff&up_to=900')
    await answer([line()], 120)
    await user.click(link('Show the newest entries'))
    expect(location.search).toBe('?actor_role=staff')
    await answer([line({ sequence: 950 })], 121)
  })

  it('can be longer, from the first one on', async () => {
    const { answer, asked, user } = show('?page=2&up_to=900')
    await answer([line()], 120)
    await user.selectOptions(field('Rows per page'), '200')
    expect(location.search).toBe('?up_to=900&page_size=200')
    await answer([line()], 120)
    expect(asked().at(-1)).toEqual({ up_to: '900', page_size: '200' })
    expect(screen.getByText('Page 1 of 1')).toBeTruthy()
  })

  it('past the last one say so and lead back', async () => {
    const { answer } = show('?page=9')
    await answer([], 60)
    expect(
      screen.getByText('There are no entries on this page. Go back to an earlier page.'),
    ).toBeTruthy()
    expect(new URL(link('Previous').href).searchParams.get('page')).toBe('2')
    expect(screen.queryByRole('link', { name: 'Next' })).toBeNull()
  })

  it('are read again when somebody asks for it, and not by themselves', async () => {
    const { answer, asked, user } = show()
    await answer([line()])
    act(() => void window.dispatchEvent(new Event('focus')))
    act(() => void window.dispatchEvent(new Event('online')))
    expect(asked()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await answer([line({ sequence: 901 }), line()])
    expect(rows()).toHaveLength(2)
  })
})

describe('the file', () => {
  it('has what the filters let through, whichever page is shown', async () => {
    const { answer } = show('?patient_id=41&from=2026-08-01&page=2&up_to=900&page_size=100')
    await answer([line()], 120)
    const { href, download } = link('Download CSV')
    expect(new URL(href).pathname).toBe('/api/admin/auditevents/export/')
    expect(new URL(href).search).toBe('?patient_id=41&from=2026-08-01')
    expect(download).toBe('')
  })

  it('is offered to those alone who may have it', async () => {
    const { answer } = show('', false)
    await answer([line()])
    expect(screen.queryByRole('link', { name: 'Download CSV' })).toBeNull()
  })
})

describe('when it cannot be read', () => {
  it('because the service is away, another try brings it', async () => {
    const { answer, fail, user } = show()
    await fail(noAnswer)
    expect(screen.getByRole('alert').textContent).toContain('We could not load')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await answer([line()])
    expect(rows()).toHaveLength(1)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('because the permission is gone, it says that', async () => {
    const { fail } = show()
    await fail(refusal('not_allowed'))
    expect(screen.getByRole('alert').textContent).toContain('You no longer have permission')
  })
})
