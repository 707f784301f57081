import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { OwnRecordPage } from '#islands/records/record/OwnRecordPage.tsx'
import type { OwnRecord } from '#lib/contract/records/patient-records.ts'
import { restAdvice } from '../../../machines/advice/advice-writing.catalogue.ts'
import { noAnswer } from '../../fake-api.ts'
import { openIsland } from '../../open-island.tsx'
import { settings } from '../../public-settings.ts'
import { showQueriesAtOnce } from '../../queries-at-once.ts'

beforeEach(showQueriesAtOnce)

const record: OwnRecord = {
  patient: { id: 9, full_name: 'Ada Byron', dob: '1990-02-28', nhs_number: '' },
  allergies: {
    items: [{ id: 1, name: 'Latex', description: '' }],
    none_known: false,
    stated: null,
    stated_by_name: '',
    version: 1,
  },
  next_appointment: null,
  to_do: [],
}

async function show(
  given: Partial<OwnRecord>,
  audience: 'user' | 'guest' = 'user',
  call = 'GET private/patient-record/',
) {
  const appointmentId = audience === 'guest' ? 41 : null
  const { api } = await openIsland((client) => (
    <OwnRecordPage {...{ audience, appointmentId, settings }} api={client} />
  ))
  await api.answered([call], () => ({ ...record, ...given }))
  return api
}

it('says what to do next, with the way to do it', async () => {
  await show({
    to_do: [
      {
        kind: 'forms',
        appointment_id: 41,
        service: 'Flu vaccination',
        start: '2126-08-05T09:00:00Z',
        count: 1,
      },
      {
        kind: 'vaccination',
        product_name: 'Typhoid vaccine',
        due: '2126-01-31',
        service_slug: 'travel',
      },
      {
        kind: 'vaccination',
        product_name: 'Rabies vaccine',
        due: '2020-01-31',
        service_slug: null,
      },
    ],
  })
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('Fill in the form')).toBe('/user/forms/for-appointment/41')
  expect(href('Book next dose')).toBe('/services/travel/availability?week=2126-01-31')
  expect(screen.getByText(/Rabies vaccine was due on/)).toBeDefined()
  expect(href('Call a branch to book it')).toBe('/contact')
})

it('says that there is nothing to do, and shows allergies', async () => {
  await show({})
  expect(screen.getByText(/You have nothing to do at the moment/)).toBeDefined()
  expect(screen.getByText('Latex')).toBeDefined()
})

it('a guest’s link shows its appointment with its advice, without timeline and allergies', async () => {
  location.hash = '#access=the-token'
  const api = await show({ allergies: null }, 'guest', 'GET public/patient-record/')
  await api.answered(['GET public/patientadvices/'], (sent) => {
    expect(sent).toMatchObject({
      query: { appointment_id: 41 },
      headers: { 'Guest-User-Access-Token': 'the-token' },
    })
    return { count: 1, results: [{ ...restAdvice, url: null, may: [] }] }
  })
  expect(screen.getByText(/<b>Drink<\/b> enough/)).toBeDefined()
  expect(screen.queryByRole('button', { name: /Favourite|Older advice/ })).toBeNull()
  expect(screen.getByRole('heading', { name: 'Forms' })).toBeDefined()
  expect(screen.queryByRole('heading', { name: 'Your history' })).toBeNull()
  expect(screen.queryByText('Latex')).toBeNull()
})

it('without a network it says so and asks again', async () => {
  const { api } = await openIsland((client) => (
    <OwnRecordPage audience="user" appointmentId={null} settings={settings} api={client} />
  ))
  await api.failed(['GET private/patient-record/'], noAnswer)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})
