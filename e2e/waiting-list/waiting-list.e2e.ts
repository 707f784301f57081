import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { GuestForm } from '../booking/guest-form.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { bookConcurrently, somebody } from '../people/people.ts'

test('staff offer a returned time to who waits for a full service, and the link of the message takes it', async ({
  page,
  newVisitor,
  service,
  api,
  database,
}) => {
  const booked = []
  for (const time of service.times) booked.push(await bookConcurrently(api, service, time))
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto(`/services/${service.slug}/availability`)
  // It stands above the link, and moves it when it comes.
  await expect(page.getByText('There are no times to book online')).toBeVisible()
  await page.getByRole('link', { name: 'Join the waiting list' }).click()
  const person = somebody()
  const form = new GuestForm(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('about you')
  await form.fill(person)
  await form.submit()
  // Staff offer the Wednesday by hand: by itself it is offered to nobody, at whatever hour this runs.
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']) {
    await page.getByRole('checkbox', { name: day }).uncheck()
  }
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the waiting list')
  await page.getByRole('link', { name: 'See your place' }).click()
  await expect(page.getByText('We will tell you when a time becomes free')).toBeVisible()

  const [, id = '', token = ''] = /(\d+)#access=([\w-]+)/.exec(booked[1]?.address ?? '') ?? []
  await api.call('DELETE public/appointments/{id}/', {
    params: { id: Number(id) },
    body: {},
    headers: { 'Guest-User-Access-Token': token },
  })
  const desk = await newVisitor()
  const colleague = await addColleague(database, {
    lastName: 'Waits',
    permissions: [
      'clinic.view_waiting_list',
      'clinic.change_waiting_list',
      'clinic.view_appointment',
    ],
  })
  await become(desk, database, colleague)
  await desk.setViewportSize({ width: 320, height: 700 })
  await desk.goto(`/clinic/waiting-list?appointment_type_id=${service.id}`)
  const place = desk.getByRole('listitem').filter({ hasText: person.lastName })
  await expect(place.getByRole('heading')).toContainText(`1st for ${service.name}`)
  await expectNothingCutOff(desk)
  await expectAccessibleInBothThemes(desk)
  await place.getByRole('button', { name: /^Offer a time/ }).click()
  const time = service.times[1]
  await desk
    .getByRole('dialog')
    .getByRole('button', { name: time?.text ?? '' })
    .click()
  await expect(place).toContainText('Kept until')
  await expect(place.getByRole('button', { name: /^Take the offer back/ })).toBeVisible()

  const message = page.getByRole('listitem').filter({ hasText: person.email })
  await expect(async () => {
    await page.goto('/demo/messages')
    // The page does not change by itself.
    await expect(message).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 120_000 })
  await expect(message).toContainText('A time for you')
  await message.getByRole('link').click()
  const opened = page.waitForEvent('popup')
  await page.frameLocator('iframe').getByRole('link').press('Enter')
  const own = await opened
  await own.setViewportSize({ width: 320, height: 700 })
  await expect(own.getByRole('heading', { name: 'A time is free for you' })).toBeVisible()
  await expect(own.getByText(time?.text ?? '')).toBeVisible()
  await expectNothingCutOff(own)
  await expectAccessibleInBothThemes(own)
  await own.getByRole('button', { name: 'Take this time' }).click()
  await expect(own.getByText(/Your appointment is booked for/)).toBeVisible()
  await own.reload()
  await expect(own.getByText(/Your appointment is booked for/)).toBeVisible()
})
