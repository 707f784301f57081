import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { countBooked } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { somebody } from '../people/people.ts'
import { bookingIn, reachFilledForm, sendAndConfirm } from '../steps.ts'

test('who needs longer is asked in time, wherever the form is scrolled to, and goes on typing', async ({
  page,
  service,
  database,
}) => {
  const [time] = service.times
  const person = somebody()
  const { booking, form } = bookingIn(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install()
  await reachFilledForm(page, service, time, person)
  await expect(booking.main).toContainText(service.site.name)
  await page.clock.fastForward('08:05')
  const number = form.field('NHS number')
  await number.focus()
  await expect(booking.countdown).toBeInViewport()
  await expect(number).toBeInViewport()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await booking.button('Get more time').click()
  await expect(booking.countdown).toContainText(/for you for (9|10) minutes/)
  await expect(number).toBeFocused()
  await page.clock.fastForward('08:05')
  await form.holds(person)
  await sendAndConfirm(page)
  expect(await countBooked(database, service, person)).toBe(1)
})
