import { countBooked } from '../clinic.ts'
import { expect, test } from '../journey.ts'
import { somebody } from '../people/people.ts'
import { bookingIn } from '../steps.ts'

test('without a network each step says so, loses nothing, and goes on when it is back', async ({
  page,
  service,
  database,
}) => {
  const [time] = service.times
  const person = somebody()
  const { booking, form, review, confirmation } = bookingIn(page)
  const offline = (isOffline: boolean) => page.context().setOffline(isOffline)
  await booking.open(service)
  await expect(booking.time(time)).toBeVisible()

  await offline(true)
  await booking.button('Next week').click()
  const notLoaded = page.getByRole('alert')
  await expect(notLoaded).toContainText('We could not load the times for')
  await notLoaded.getByRole('button', { name: 'Try again' }).click()
  await expect(notLoaded).toBeVisible()
  await offline(false)
  await expect(booking.main).toContainText('There are no times to book online')
  await booking.button('Previous week').click()
  await expect(booking.time(time)).toBeVisible()

  await offline(true)
  await booking.chooseTime(time)
  await expect(booking.main).toContainText('You are offline, so we could not hold')
  await offline(false)
  await booking.button('Try again').click()
  await form.isShown()

  await form.fill(person)
  await offline(true)
  await form.submit()
  const notSaved = page.getByRole('alert')
  await expect(notSaved).toContainText('We could not save your details.')
  await expect(notSaved).toBeInViewport()
  await expect(notSaved).toBeFocused()
  await form.holds(person)
  await offline(false)
  await form.submit()
  await review.isShown()

  await review.notes.fill('By the side door')
  await offline(true)
  await review.confirm.click()
  await expect(page.getByRole('alert')).toContainText('so your appointment is not booked yet')
  await offline(false)
  expect(await countBooked(database, service)).toBe(0)
  await review.confirm.click()
  await confirmation.isShown()
  await expect(confirmation.answer('Notes for your appointment')).toHaveText('By the side door')
  expect(await countBooked(database, service, person)).toBe(1)
})
