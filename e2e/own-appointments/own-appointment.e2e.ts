import { expect, test } from '../journey.ts'
import { bookConcurrently } from '../people/people.ts'
import { AppointmentPage } from './appointment-page.ts'

test('the link’s token goes to no server in an address, and stays out of search engines', async ({
  page,
  service,
  api,
  baseURL,
}) => {
  const { address, person } = await bookConcurrently(api, service, service.times[0])
  const appointment = new AppointmentPage(page)
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await appointment.open(address)
  await expect(appointment.answer('For')).toContainText(person.lastName)
  expect(page.url()).toBe(`${baseURL}${address}`)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const token = new URLSearchParams(new URL(page.url()).hash.slice(1)).get('access') ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(requested.filter((url) => url.includes(token))).toEqual([])
  await page.reload()
  await expect(appointment.answer('For')).toContainText(person.lastName)
})
