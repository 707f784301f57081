import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LetterLinks } from '#islands/outcomes/LetterLinks.tsx'
import { LetterPage } from '#islands/outcomes/LetterPage.tsx'
import type { OutcomeLetter } from '#lib/contract/outcomes.ts'
import { fakeApi, noAnswer, refusal } from '../fake-api.ts'
import { settings } from '../public-settings.ts'
import { settled } from '../settled.ts'

const GUEST = 'GET public/appointmentoutcomes/{id}/render/'
const letter: OutcomeLetter = {
  id: 31,
  outcome_id: 7,
  appointment_id: 41,
  name: 'Advice given',
  version: 2,
  subversion: 1,
  html: '<p>Dear <strong>Ada</strong></p>',
  recorded: '2026-08-05T08:30:00.000Z',
  replaced: null,
  withdrawn: null,
  corrects: null,
  is_current: true,
  patient: { full_name: 'Ada Rowe', dob: '1990-02-28', nhs_number: '9434765919', address: [] },
  appointment: {
    appointment_type_name: 'Travel vaccination',
    start: '2026-08-05T08:00:00.000Z',
    end: '2026-08-05T08:15:00.000Z',
  },
  site: { name: 'Quay Lane', address: ['1 Quay Lane'], telephone: '', email: '' },
  clinician_name: 'Rosa Whitfield',
  may: [],
}

async function openLetter(answer: (api: ReturnType<typeof fakeApi>) => void) {
  history.replaceState(null, '', '/guest/appointments/41/outcomes/7#access=token')
  const api = fakeApi()
  render(
    <LetterPage
      audience="guest"
      letter={{ appointmentId: 41, outcomeId: 7 }}
      settings={settings}
      api={api.client}
    />,
  )
  expect(screen.getByText('Opening the letter')).toBeTruthy()
  answer(api)
  await settled()
  return api
}

test('the holder of a link reads the letter with whose it is', async () => {
  const api = await openLetter((asked) => asked.answer([GUEST], () => letter))
  expect(api.sent[0]?.options).toMatchObject({
    params: { id: 7 },
    query: { appointment_id: '41' },
    headers: { 'Guest-User-Access-Token': 'token' },
  })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Advice given')
  expect(screen.getByText('Ada', { selector: 'strong' })).toBeTruthy()
  expect(screen.getByText('943 476 5919')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Your appointment' }).getAttribute('href')).toBe(
    '/appointments/41#access=token',
  )
})

test.each([
  [
    'replaced',
    { replaced: { on: letter.recorded, by: { id: 32, outcome_id: 8, name: 'Medicine supplied' } } },
    /^This letter was replaced on Wednesday 5.August 2026/,
  ],
  [
    'withdrawn',
    { withdrawn: { on: letter.recorded } },
    /^This letter was withdrawn on Wednesday 5.August 2026/,
  ],
  [
    'right when it was issued',
    { is_current: false },
    /^The record has changed since this letter was issued/,
  ],
])('a letter that was %s says so', async (_, change, text) => {
  await openLetter((api) => api.answer([GUEST], () => ({ ...letter, ...change })))
  expect(screen.getByText(text)).toBeTruthy()
})

test('a correction names the letter that it corrects, and links to it', async () => {
  const corrects = { on: letter.recorded, id: 30, outcome_id: 7, name: 'Advice given' }
  await openLetter((api) => api.answer([GUEST], () => ({ ...letter, corrects })))
  expect(screen.getByText(/^This letter corrects/).textContent).toMatch(
    /Advice given of Wednesday 5.August 2026, which is no longer valid/,
  )
  const link = screen.getByRole('link', { name: 'Advice given' })
  expect(link.getAttribute('href')).toContain('/guest/appointments/41/outcomes/7?')
})

test('an outcome without a template says that there is no letter', async () => {
  await openLetter((api) => api.answer([GUEST], () => ({ ...letter, html: '' })))
  expect(screen.getByText('There is no letter for this outcome.')).toBeTruthy()
})

test('a letter that is not theirs was not found, and one that did not load is asked for again', async () => {
  await openLetter((api) => api.fail([GUEST], refusal('not_found')))
  expect(screen.getByRole('heading').textContent).toBe('We could not find this letter')
})

test('a letter that did not load can be asked for again', async () => {
  await openLetter((api) => api.fail([GUEST], noAnswer))
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an appointment links to its letters alone', () => {
  const outcome = { id: 7, name: 'Advice given', version: 1, subversion: 0, has_letter: true }
  const { rerender } = render(
    <LetterLinks
      outcomes={[outcome, { ...outcome, id: 8, name: 'Plan agreed', has_letter: false }]}
      hrefOf={(id) => `/letters/${id}`}
    />,
  )
  const links = screen
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([['Advice given', '/letters/7']])
  rerender(<LetterLinks outcomes={[]} hrefOf={String} />)
  expect(screen.queryByRole('region')).toBeNull()
})
