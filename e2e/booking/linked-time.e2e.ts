import { expect, test } from '../journey.ts'
import { bookingIn } from '../steps.ts'

test('the next time on a branch’s page is held by one press; who is later sees the next ones', async ({
  page,
  service,
  newVisitor,
}) => {
  const [first, second] = service.times
  const [clock = ''] = first?.text.split(' on ') ?? []
  const ofFirst = { name: new RegExp(` ${clock} .+ at ${service.site.name}$`) }
  const branch = `/contact-details/${service.site.slug}`
  const other = await newVisitor()
  for (const visitor of [page, other]) {
    await visitor.goto(branch)
    await expect(visitor.getByRole('link', ofFirst)).toHaveCount(1)
  }
  const address = await other.getByRole('link', ofFirst).getAttribute('href')
  await page.goto(address ?? '')
  await expect(bookingIn(page).booking.time(first), 'who was sent the address').toBeEnabled()
  await page.goto(branch)
  await page.getByRole('link', ofFirst).click()
  await bookingIn(page).form.isShown()
  await bookingIn(page).booking.keeps(first)
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${branch}$`))

  const { booking } = bookingIn(other)
  await other.getByRole('link', ofFirst).click()
  await expect(booking.taken).toContainText(first?.text ?? '')
  await expect(booking.time(first)).toHaveCount(0)
  await booking.chooseTime(second)
  await booking.keeps(second)
})
