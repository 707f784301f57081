import { countBooked } from './clinic.ts'
import { expect, test } from './journey.ts'
import { AppointmentPage } from './pages/appointment-page.ts'
import { bookFirstTime } from './steps.ts'

test('the link’s token leaves the address, and stays out of search engines', async ({
  page,
  service,
  newVisitor,
}) => {
  const { address, person } = await bookFirstTime(page, service)
  const visitor = await newVisitor()
  const appointment = new AppointmentPage(visitor)
  const requested: string[] = []
  visitor.on('request', (request) => requested.push(request.url()))
  await appointment.open(address)
  await expect(appointment.answer('For')).toContainText(person.lastName)
  expect(visitor.url()).toBe(address.replace(/#.*/, ''))
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('access') ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(requested.filter((url) => url.includes(token))).toEqual([])
  await visitor.reload()
  await expect(appointment.answer('For')).toContainText(person.lastName)
})

test('a wrong link tells nothing of anybody', async ({ page, service, newVisitor }) => {
  const { address, person } = await bookFirstTime(page, service)
  const wrong = [
    address.replace(/#.*/, ''),
    address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    address.replace(/access=.*/, 'access='),
    address.replace(/\/appointments\/\d+/, '/appointments/1'),
    address.replace(/\/appointments\/\d+/, '/appointments/2147483647'),
  ]
  for (const each of wrong) {
    const appointment = new AppointmentPage(await newVisitor())
    await appointment.open(each)
    await expect(appointment.heading, each).toHaveText('We could not find this appointment')
    await expect(appointment.heading).toBeFocused()
    await expect(appointment.main).not.toContainText(person.lastName)
    await expect(appointment.main).not.toContainText('Reference')
    await appointment.page.close()
  }
})

test('an appointment that is cancelled elsewhere meanwhile is simply cancelled', async ({
  page,
  service,
  database,
  newVisitor,
}) => {
  const { address } = await bookFirstTime(page, service)
  const [one, other] = [
    new AppointmentPage(await newVisitor()),
    new AppointmentPage(await newVisitor()),
  ]
  await one.open(address)
  await other.open(address)
  await other.isShown()
  await one.cancel('Ill in bed')
  await one.isCancelled()
  await other.cancel('')
  await other.isCancelled()
  expect(await countBooked(database, service)).toBe(0)
  await one.page.reload()
  await one.isCancelled()
  await expect(one.main.getByRole('button', { name: 'Cancel this appointment' })).toHaveCount(0)
})

test('a cancellation without a network is not believed until it is answered', async ({
  page,
  service,
  database,
  newVisitor,
}) => {
  const { address } = await bookFirstTime(page, service)
  const appointment = new AppointmentPage(await newVisitor())
  await appointment.open(address)
  await appointment.isShown()
  await appointment.page.context().setOffline(true)
  await appointment.cancel('No network')
  const unanswered = appointment.page.getByRole('alert')
  await expect(unanswered).toContainText('It is safe to try again.')
  await expect(unanswered).toBeInViewport()
  await expect(unanswered).toBeFocused()
  expect(await countBooked(database, service)).toBe(1)
  await appointment.page.context().setOffline(false)
  await appointment.isCancelled()
  expect(await countBooked(database, service)).toBe(0)
})
