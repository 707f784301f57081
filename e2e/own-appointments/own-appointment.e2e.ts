import { expectAccessibleInBothThemes } from '../accessible.ts'
import { Confirmation } from '../booking/confirmation.ts'
import { countBooked } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { bookFirstTime } from '../steps.ts'
import { AppointmentPage } from './appointment-page.ts'

test('the link’s token goes to no server in an address, and stays out of search engines', async ({
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
  expect(visitor.url()).toBe(address)
  await expect(visitor.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const token = new URLSearchParams(new URL(address).hash.slice(1)).get('access') ?? ''
  expect(token.length).toBeGreaterThan(20)
  expect(requested.filter((url) => url.includes(token))).toEqual([])
  await visitor.reload()
  await expect(appointment.answer('For')).toContainText(person.lastName)
})

test('the address of the confirmation opens the appointment anywhere, and after Back', async ({
  page,
  service,
  newVisitor,
}) => {
  const { person } = await bookFirstTime(page, service)
  const confirmed = page.url()
  expect(new URL(confirmed).searchParams.has('booked')).toBe(true)
  // What the share button of a phone would hand on instead.
  await expect(page.locator('link[rel=canonical]')).toHaveCount(0)
  for (const visitor of [await page.context().newPage(), await newVisitor()]) {
    const appointment = new AppointmentPage(visitor)
    await appointment.open(confirmed)
    await appointment.isShown()
    await expect(appointment.answer('For')).toContainText(person.lastName)
    expect(visitor.url()).toBe(confirmed)
    await visitor.getByRole('link', { name: 'Skip to main content' }).focus()
    await visitor.keyboard.press('Enter')
    await expect(visitor).toHaveURL(confirmed)
  }
  await page.goto('/about')
  await page.goBack()
  await expect(page.getByRole('main')).toContainText(person.lastName)
  await page.reload()
  await new AppointmentPage(page).isShown()
})

test('who lost the link finds the appointment by what they know, and moves it', async ({
  page,
  service,
  database,
  newVisitor,
}) => {
  const { person } = await bookFirstTime(page, service)
  const reference = await new Confirmation(page).reference()
  const visitor = await newVisitor()
  const appointment = new AppointmentPage(visitor)
  await appointment.open('/appointments')
  await visitor.getByLabel('Reference').fill(reference.replace('-', '').toLowerCase())
  await visitor.getByLabel('Last name').fill(person.lastName)
  const [day, month, year] = person.dob
  await visitor.getByLabel('Day').fill(day)
  await visitor.getByLabel('Month').fill(month)
  await visitor.getByLabel('Year').fill('1985')
  const find = visitor.getByRole('button', { name: 'Find appointment' })
  await find.click()
  await expect(visitor.getByRole('alert')).toContainText('We could not find an appointment')
  await expectAccessibleInBothThemes(visitor)
  await visitor.getByLabel('Year').fill(year)
  await find.click()
  await appointment.isShown()

  await visitor.getByRole('button', { name: 'Move to another time' }).click()
  await visitor.getByRole('button', { name: service.times[2]?.label ?? '' }).click()
  await visitor.getByRole('button', { name: 'Move appointment' }).click()
  await expect(visitor.getByRole('main').getByRole('status').first()).toContainText(
    `moved to ${service.times[2]?.words}`,
  )
  const [saved] = await Promise.all([
    visitor.waitForEvent('download'),
    visitor.getByRole('button', { name: 'Replace calendar entry' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`appointment-${reference}.ics`)
  expect(await countBooked(database, service)).toBe(1)
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
  const unsent = appointment.page.getByRole('alert')
  await expect(unsent).toContainText('You are offline, so your appointment has not been cancelled.')
  await expect(unsent).toBeInViewport()
  await expect(unsent).toBeFocused()
  await appointment.page.context().setOffline(false)
  expect(await countBooked(database, service)).toBe(1)
  await appointment.main.getByRole('button', { name: 'Cancel appointment' }).click()
  await appointment.isCancelled()
  expect(await countBooked(database, service)).toBe(0)
})
