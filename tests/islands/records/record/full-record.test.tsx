import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { FullRecordPage } from '#islands/records/record/FullRecordPage.tsx'
import type { RecordExport } from '#lib/contract/records/record-export.ts'
import { noAnswer } from '../../fake-api.ts'
import { openIsland } from '../../open-island.tsx'
import { settings } from '../../public-settings.ts'
import { showQueriesAtOnce } from '../../queries-at-once.ts'

beforeEach(showQueriesAtOnce)

const EXPORT = ['GET private/patient-record/export/']
const empty: RecordExport = {
  format: 'carelane.patient-record',
  format_version: 1,
  exported: '2026-08-05T09:00:00Z',
  exported_by: 'Carelane',
  patient: {
    id: 9,
    full_name: 'Ada Byron',
    dob: null,
    nhs_number: '',
    email: '',
    mobile: '',
    landline: '',
    address: [],
    gp_surgery: '',
  },
  allergies: { items: [], none_known: false, stated: null },
  vaccinations: [],
  advice: [],
  appointments: [],
}
const visit: RecordExport['appointments'][number] = {
  reference: 'ABCDE-FGHJK',
  service: 'Flu vaccination',
  status: 'did_not_attend',
  start: '2026-08-05T09:00:00Z',
  end: '2026-08-05T09:15:00Z',
  site_name: 'Harbour Street',
  site_address: ['14 Harbour Street'],
  clinician_name: 'Rosa Whitfield',
  outcomes: [{ name: 'Seen', recorded: '2026-08-05T09:15:00Z', letter_html: '<p>Dear Ada</p>' }],
  forms: [
    {
      id: 1,
      title: 'Before your visit',
      version: '2.1',
      submitted: '2026-08-01T09:00:00Z',
      submitted_by_name: 'Ada Byron',
      is_replaced: true,
      reason: '',
      answers: [
        { item: 'eggs', page: '', question: 'Are you allergic to eggs?', answer: ['No'] },
        { item: 'which', page: '', question: 'Which?', answer: [] },
      ],
    },
  ],
}

const show = () => openIsland((api) => <FullRecordPage settings={settings} api={api} />)

it('shows letters and answers with their questions, and prints', async () => {
  const { api } = await show()
  await api.answered(EXPORT, () => ({ ...empty, appointments: [visit] }))
  const appointments = within(screen.getByRole('region', { name: 'Appointments' }))
  expect(appointments.getByText('Dear Ada')).toBeDefined()
  expect(appointments.getByText(/Did not attend. Reference ABCDE-FGHJK/)).toBeDefined()
  const terms = appointments.getAllByRole('term').map(({ textContent }) => textContent)
  const answers = appointments.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(terms).toEqual(['Are you allergic to eggs?', 'Which?'])
  expect(answers).toEqual(['No', 'Not answered'])
  expect(appointments.getByText(/These answers were changed later/)).toBeDefined()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
  vi.unstubAllGlobals()
  const link = screen.getByRole('link', { name: /Download your record/ })
  expect(link.getAttribute('href')).toBe('/api/private/patient-record/export/')
})

it('says of an empty record what it does not have', async () => {
  const { api } = await show()
  await api.answered(EXPORT, () => empty)
  expect(screen.getByText('You have not told us yet')).toBeDefined()
  for (const kind of ['vaccinations are', 'advice is', 'appointments are']) {
    const [noun, verb] = kind.split(' ')
    expect(screen.getByText(new RegExp(`There ${verb} no ${noun} on your record`))).toBeDefined()
  }
})

it('says why there is nothing to read, and asks again', async () => {
  const { api } = await show()
  await api.failed(EXPORT, noAnswer)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await api.answered(EXPORT, () => empty)
  expect(screen.getByText('Ada Byron')).toBeDefined()
})

it('has the headings of a letter below that of its appointment', async () => {
  const letter = '<h2>What we found</h2><p>h2</p><h3>Next</h3>'
  const { api } = await show()
  const outcomes = [{ name: 'Seen', recorded: '2026-08-05T09:15:00Z', letter_html: letter }]
  await api.answered(EXPORT, () => ({ ...empty, appointments: [{ ...visit, outcomes }] }))
  expect(screen.getByRole('heading', { name: 'What we found', level: 5 })).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Next', level: 6 })).toBeTruthy()
  expect(screen.getByText('h2')).toBeTruthy()
})
