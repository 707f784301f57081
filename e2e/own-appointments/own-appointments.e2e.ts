import type { Page } from '@playwright/test'
import type { SignedInPerson } from '../../tests/server/signed-in.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { readDiary, type Service, type Time } from '../clinic.ts'
import { addPatient, become } from '../identity/signed-in.ts'
import { test as base, expect } from '../journey.ts'
import { unique } from '../unique.ts'

/*
 * The page of a patient's own appointments, which only the browser of who is signed in has. The one
 * that a guest's link opens is `own-appointment.e2e.ts`.
 */

const test = base.extend<{ patient: SignedInPerson }>({
  patient: async ({ page, database }, use) => {
    const patient = await addPatient(database, {
      first_name: 'Ivy',
      last_name: `Marlow-${unique()}`,
      is_portal_user: true,
    })
    await become(page, database, patient)
    await use(patient)
  },
})

async function book(page: Page, service: Service, { start }: Time): Promise<number> {
  const answer = await page.request.post('/api/private/appointments/', {
    data: { appointment_type_id: service.id, start, site_id: service.site.id },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(answer.status()).toBe(201)
  return Number((await answer.json()).id)
}

const toTimes = ({ times }: Service) => times as [Time, Time, Time, Time]

/** From the appointment to the times it can be moved to. */
async function chooseWeek(page: Page, service: Service, id: number) {
  await page.goto(`/user/appointments?appointment=${id}`)
  await page.getByRole('button', { name: 'Move to another time' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose another time')
  await expect(page.getByRole('button', { name: toTimes(service)[1].label })).toBeVisible()
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test('a patient finds, moves and cancels an appointment, and sees it where it belongs', async ({
  page,
  database,
  service,
  patient,
}) => {
  const [first, second] = toTimes(service)
  const id = await book(page, service, first)
  await page.goto('/user/appointments')
  await page.getByRole('link', { name: /9am to 9:15am/ }).click()
  await expect(heading(page)).toHaveText('Your appointment')
  await expect(page).toHaveURL(new RegExp(`appointment=${id}$`))
  await expectAccessibleInBothThemes(page)
  await chooseWeek(page, service, id)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await page.getByRole('button', { name: second.label }).click()
  await expect(heading(page)).toHaveText('Check the new time')
  await expectNothingCutOff(page)
  await page.getByRole('button', { name: 'Move appointment' }).dblclick()
  await expect(page.getByText(`Your appointment has been moved to ${second.text},`)).toBeVisible()
  const rows = await database
    .selectFrom('appointment')
    .select(['id', 'starts_at', 'status'])
    .where('patient_id', '=', patient.id)
    .execute()
  expect(rows).toEqual([{ id, starts_at: new Date(second.start), status: 'booked' }])

  await page.getByRole('button', { name: 'Cancel this appointment' }).click()
  await page.getByLabel('Why are you cancelling? (optional)').fill('Feeling better')
  await page.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(heading(page)).toHaveText('Your appointment has been cancelled')
  await page.getByRole('link', { name: 'All your appointments' }).click()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
  await page.getByRole('link', { name: 'Past and cancelled' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: service.name })).toContainText(
    'Cancelled',
  )
  await expectNothingCutOff(page)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ hasText: service.name })).toBeVisible()
  expect(await readDiary(database, service)).toMatchObject([
    { status: 'cancelled', cancellation_notes: 'Feeling better' },
  ])
})
