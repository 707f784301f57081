import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { weekQuery } from '#islands/booking/choose/week-query.ts'
import { fakeApi, noAnswer, refusal } from '../../fake-api.ts'
import { harbour, makeWeek, slotAt } from '../samples.ts'

const WEEK = ['GET public/weekly-availability/']
const MONDAY = '2026-08-03'
const atHarbour = makeWeek(MONDAY, [slotAt('2026-08-06T08:30:00Z', harbour)])
const turn = () => new Promise((resolve) => setTimeout(resolve))

function ask(site: string | null, key: string | null = null) {
  const api = fakeApi()
  const query = weekQuery({
    api: api.client,
    slug: 'flu-jab',
    key,
    monday: MONDAY,
    site,
    holdToken: () => 'hold-token',
  })
  const week = new QueryClient().fetchQuery(query)
  return { api, week }
}

test('one call brings every site, with the key and the token of the own hold', async () => {
  const { api, week } = ask('harbour-street', 'secret')
  api.answer(WEEK, () => atHarbour)
  expect(await week).toEqual(atHarbour)
  expect(api.sent).toMatchObject([
    {
      options: {
        query: { appointment_type_slug: 'flu-jab', week: MONDAY, key: 'secret' },
        headers: { 'Slot-Hold-Token': 'hold-token' },
      },
    },
  ])
})

test('a site without a time that week says when it has the next', async () => {
  const { api, week } = ask('mill-lane')
  api.answer(WEEK, () => atHarbour)
  await turn()
  api.answer(WEEK, () => ({ ...makeWeek(MONDAY, []), next_available: '2026-08-20' }))
  expect(await week).toEqual({ ...atHarbour, next_available: '2026-08-20' })
  expect(api.sent[1]).toMatchObject({ options: { query: { site: 'mill-lane' } } })
})

test('a site nobody knows has no next day, and the other sites stay', async () => {
  const { api, week } = ask('nowhere')
  api.answer(WEEK, () => atHarbour)
  await turn()
  api.fail(WEEK, refusal('not_found'))
  expect(await week).toEqual({ ...atHarbour, next_available: null })
})

test('no answer about the next day is no answer about the week', async () => {
  const { api, week } = ask('mill-lane')
  const failed = week.catch((error: unknown) => error)
  api.answer(WEEK, () => atHarbour)
  await turn()
  api.fail(WEEK, noAnswer)
  expect(await failed).toBe(noAnswer)
})
