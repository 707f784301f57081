import { expectAccessibleInBothThemes } from '../accessible.ts'
import { countBooked } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { somebody } from '../people/people.ts'
import { bookingIn, reachFilledForm, readDraft, sendAndConfirm } from '../steps.ts'

test('two tabs of one booking make one appointment', async ({ page, service, database }) => {
  const [time] = service.times
  const people = [somebody(), somebody()] as const
  await reachFilledForm(page, service, time, people[0])
  await expect.poll(() => readDraft(page)).toContain(people[0].mobile)
  const second = await page.context().newPage()
  const other = bookingIn(second)
  await other.booking.comeBack(service)
  await other.booking.button('Continue').click()
  await other.form.isShown()
  await other.form.fill(people[1])
  await sendAndConfirm(second)

  const { booking, form, review, confirmation } = bookingIn(page)
  const own = booking.notice('You have already booked this time')
  await expect(own).toContainText(time?.text ?? '')
  await expect(own.getByRole('link', { name: 'See your appointment' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await booking.chooseTime(service.times[1])
  await expect(booking.notice(/ has already booked this service$/)).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await booking.button('Book this as well').click()
  await form.isShown()
  await form.submit()
  await review.holds(people[0], service.times[1])
  await review.confirm.click()
  await confirmation.isShown()
  expect(await countBooked(database, service)).toBe(2)
})
