import { readFile } from 'node:fs/promises'
import ICAL from 'ical.js'
import { addDays, formatDateRange, formatDateTime } from '#lib/dates/format-date-time.ts'
import { TIME_ZONE } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { somebody } from '../people/people.ts'
import { bookingIn } from '../steps.ts'

test('from the start page to a booked appointment, and everything one wants to know about it', async ({
  page,
}) => {
  const person = somebody()
  const { booking, form, review, confirmation } = bookingIn(page)

  await page.goto('/')
  await page.getByRole('link', { name: /^All \d+ services/ }).click()
  await page
    .getByRole('navigation', { name: 'Service categories' })
    .getByRole('link', { name: 'Vaccinations' })
    .click()
  await expect(page).toHaveTitle(/^Carelane – Vaccinations$/)
  await page.getByRole('link', { name: 'Flu vaccination', exact: true }).click()
  await expect(page).toHaveTitle('Carelane – Flu vaccination')
  await page.getByRole('link', { name: 'Book: see all times' }).click()

  await booking.isChoosing()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page).toHaveURL(/[?&]week=\d{4}-\d{2}-\d{2}/)
  const week = new URL(page.url()).searchParams.get('week') ?? ''
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(
    formatDateRange(week, addDays(week, 6)),
  )
  const times = page.getByRole('region', { name: /^Times on / })
  const title = await times.getByRole('heading', { level: 2 }).textContent()
  const [, day = '', onlyPlace = ''] =
    /^Times on (\w+ \d+\s\w+ \d{4})(?: at (.+))?$/.exec(title ?? '') ?? []
  const first = times.getByRole('listitem').getByRole('button').first()
  const [time = '', place = onlyPlace] = await first.locator('span').allTextContents()
  await first.click()

  await form.isShown()
  await expect(booking.countdown).toContainText(`We are holding ${time} on ${day} for you for 9 m`)
  await form.fill(person)
  await form.field('Title').fill('Dr')
  await form.lookUp('Find your address', 'chapel row', '3 Chapel Row, ')
  await expect(form.field('Address line 1')).toHaveValue('3 Chapel Row')
  await expect(form.field('Town or city')).not.toHaveValue('')
  await expect(form.field('Postcode')).toHaveValue('ZZ3 5EE')
  await form.lookUp('GP surgery', 'beacon', 'Beacon Hill Surgery')
  await form.field('NHS number').fill('943 476 5919')
  await form.submit()

  await review.isShown()
  await expect(review.answer('Service')).toHaveText('Flu vaccination')
  await expect(review.answer('Date and time')).toContainText(`${day}\n${time}, 10 minutes`, {
    useInnerText: true,
  })
  await expect(review.answer('Name')).toContainText(`Dr Robin ${person.lastName}`)
  await expect(review.answer('Date of birth')).toContainText('28 February 1984')
  await expect(review.answer('Address')).toContainText('3 Chapel Row')
  await expect(review.answer('GP surgery')).toContainText('Beacon Hill Surgery')
  await expect(review.answer('NHS number')).toContainText(/943 ?476 ?5919/)
  await review.notes.fill('I use a wheelchair')
  await review.confirm.click()

  await confirmation.isShown()
  await expect(confirmation.heading).toBeFocused()
  await expect(page).toHaveTitle('Carelane – Your appointment is booked')
  const reference = await confirmation.reference()
  expect(reference).toMatch(/^[A-Z0-9-]{6,}$/)
  await expect(confirmation.main).toContainText(`Your reference is ${reference}`)
  await expect(confirmation.main).toContainText(`${day} at ${time}`)
  await expect(confirmation.answer('Place')).toContainText(place)
  await expect(confirmation.answer('Notes for your appointment')).toHaveText('I use a wheelchair')
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await expect(
    page.getByRole('img', { name: 'QR code of the link to this appointment' }),
  ).toBeVisible()

  const address = await confirmation.address()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Add to calendar' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`appointment-${reference}.ics`)
  const calendar = ICAL.parse(await readFile(await saved.path(), 'utf8'))
  const entry = new ICAL.Component(calendar).getFirstSubcomponent('vevent')
  expect(entry?.getFirstPropertyValue('url')).toBe(address)
  const { summary, description, startDate, duration } = new ICAL.Event(entry ?? undefined)
  expect(summary).toContain('Flu vaccination at')
  expect(description).toContain(`Reference: ${reference}`)
  expect(formatDateTime(startDate.toJSDate(), TIME_ZONE)).toBe(`${time} on ${day}`)
  expect(duration.toSeconds()).toBe(10 * 60)
})
