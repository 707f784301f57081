import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { AppointmentPage } from '../own-appointments/appointment-page.ts'
import { bookConcurrently } from '../people/people.ts'

test('a booking’s message opens the appointment, which is moved and told about again', async ({
  page,
  service,
  api,
  database,
}) => {
  const { person, reference } = await bookConcurrently(api, service, service.times[0])
  const ofPerson = page.getByRole('listitem').filter({ hasText: person.email })
  const arrived = async (count: number) =>
    await expect(async () => {
      await page.goto('/demo/messages')
      // The page does not change by itself.
      await expect(ofPerson).toHaveCount(count, { timeout: 500 })
    }).toPass({ timeout: 120_000 })

  await arrived(1)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await ofPerson.getByRole('link').click()
  await expect(page.getByRole('link', { name: 'appointment.ics' })).toBeVisible()
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('link').press('Enter')
  const appointment = new AppointmentPage(await opened)
  await appointment.isShown()
  await expect(appointment.answer('Reference')).toHaveText(reference)

  const { page: own } = appointment
  await own.getByRole('button', { name: 'I will come' }).click()
  await expect(own.getByText('You said that you will come.')).toBeVisible()
  await own.getByRole('button', { name: 'Move to another time' }).click()
  await own.getByRole('button', { name: service.times[2]?.label ?? '' }).click()
  await own.getByRole('button', { name: 'Move appointment' }).click()
  await expect(own.getByRole('main')).toContainText('moved to')
  // The answer was about the time before.
  await expect(own.getByRole('button', { name: 'I will come' })).toBeVisible()
  // It waits a minute, in case it is moved back.
  await database
    .updateTable('message')
    .set({ due: new Date() })
    .where('state', '=', 'waiting')
    .where('event', '=', 'rescheduled')
    .execute()
  await arrived(2)
  await expect(ofPerson.first()).toContainText('Your appointment is now on')
})
