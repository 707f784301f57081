import { addDays, formatDateRange, formatPlainDate } from '#lib/dates/format-date-time.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countHeld, openService, openSite } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { bookingIn } from '../steps.ts'
import { BookingPage } from './booking-page.ts'
import { GuestForm } from './guest-form.ts'

test('the other address of a service books just the same, also with an odd query', async ({
  page,
  service,
  database,
}) => {
  const { booking } = bookingIn(page)
  const odd = `week=yesterday&day=${'9'.repeat(300)}&site=../x`
  await page.goto(`/weekly-availability/${service.slug}?${odd}`)
  await expect(page).toHaveTitle(/^Carelane – Choose a time – Hearing check .+, 15 minutes$/)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await booking.chooseTime(service.times[0])
  await new GuestForm(page).isShown()
  expect(await countHeld(database, service)).toBe(1)
})

test('a link restores the week, the day and the branch', async ({ page, database, newVisitor }) => {
  const service = await openService(database)
  const [, , time] = service.times
  const later = addDays(service.day, 1)
  const second = await openSite(database, service.id, later, 2)
  const { booking } = bookingIn(page)
  await booking.open(service)
  await page.getByLabel('Where').selectOption(second.site.name)
  await expect(booking.time(time)).toHaveCount(0)
  await expect(booking.time(second.times[0])).toBeVisible()
  await page.getByLabel('Where').selectOption('All branches')
  await booking.day(/2 times/).click()
  await expect(page).toHaveURL(new RegExp(`day=${later}`))
  await page.getByLabel('Where').selectOption(second.site.name)
  await expect(page).toHaveURL(new RegExp(`site=${second.site.slug}`))

  const friend = new BookingPage(await newVisitor())
  await friend.page.goto(page.url())
  await expect(friend.page.getByLabel('Where')).toHaveValue(second.site.slug)
  await expect(
    friend.page.getByRole('heading', {
      name: formatDateRange(service.week, addDays(service.week, 6)),
    }),
  ).toBeVisible()
  await expect(
    friend.page.getByRole('heading', { name: `Times on ${formatPlainDate(later)}` }),
  ).toBeVisible()
  await expect(friend.day(/2 times/)).toHaveAttribute('aria-pressed', 'true')
})

test('letters of twice the size push no time out of sight', async ({ page, service }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const { booking } = bookingIn(page)
  await booking.open(service)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(booking.time(service.times[0])).toBeVisible()
  const beyond = booking.main
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons.flatMap((button) =>
        [button, ...button.children]
          .filter((part) => part.getBoundingClientRect().right > innerWidth)
          .map((part) => part.textContent),
      ),
    )
  expect(await beyond).toEqual([])
})

test('on a phone each branch shows its next time', async ({ page, database }) => {
  const service = await openService(database)
  const second = await openSite(database, service.id, service.day, 3)
  const { booking } = bookingIn(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await booking.open(service)
  const branch = page.getByRole('listitem', { name: second.site.name })
  await expect(branch.getByRole('button')).toHaveCount(2)
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await branch.getByRole('button', { name: `9am at ${second.site.name}` }).click()
  await expect(booking.heading).toHaveText('Your details')
})
