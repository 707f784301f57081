import type { Page } from '@playwright/test'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { Database } from '#server/database/connection.ts'
import { eggQuestions, whenEggs } from '../../tests/lib/forms/egg-questions.ts'
import { addEform } from '../../tests/server/forms/filled-form-rows.ts'
import { insertRow } from '../../tests/server/rows.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import type { Service } from '../clinic.ts'
import { expect, more, test } from '../journey.ts'
import { bookConcurrently } from '../people/people.ts'

/* A guest fills in a form by the link of their appointment. */

const items: FormItem[] = [
  { type: 'page', id: 'health', label: 'Your health' },
  ...eggQuestions,
  { type: 'date', id: 'since', label: 'Since when?', show_when: whenEggs },
  { type: 'page', id: 'consent-page', label: 'Your consent' },
  {
    type: 'group',
    id: 'medicines',
    label: 'Medicine',
    add_label: 'Add a medicine',
    items: [{ type: 'text', id: 'name', label: 'Name', required: true }],
  },
  { type: 'checkbox', id: 'agreed', label: 'I agree to be vaccinated', required: true },
  { type: 'signature', id: 'signed', label: 'Signature', required: true },
]

async function addForm(database: Database, service: Service) {
  const eform = await addEform(database, items)
  await insertRow(database, 'appointment_type_patient_form', {
    appointment_type_id: service.id,
    eform_id: eform.id,
    position: 1,
  })
  return eform
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const saved = (page: Page) => expect(page.getByText(/^Saved at/)).toBeVisible()

test('from the appointment to the receipt, at 320 px', async ({ page, service, api, database }) => {
  const eform = await addForm(database, service)
  const { address } = await bookConcurrently(api, service, service.times[0])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/services/${service.slug}/detail`)
  await expect(page.getByText(`${eform.name} (about 2 minutes)`)).toBeVisible()
  await page.goto(address)
  await expect(page.getByText('1 form to fill in before you come')).toBeVisible()
  await page.getByRole('link', { name: 'Fill in your forms' }).click()
  await page.getByRole('button', { name: /^Start/ }).waitFor()
  await expectAccessibleInBothThemes(page)
  await press(page, /^Start/)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await press(page, 'Continue')
  await expect(page.getByRole('region', { name: 'There is a problem' })).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await page.getByLabel('Yes', { exact: true }).check()
  const advice = page.getByRole('alert').getByText('Call us before you come.', { exact: true })
  await expect(advice).toBeVisible()
  await page.getByLabel('What happened?').fill('A rash')
  await page.getByLabel('Day').fill('3')
  await page.getByLabel('Month').fill('may')
  await page.getByLabel('Year').fill('2019')
  await expectAccessibleInBothThemes(page)
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { name: 'Your consent' })).toBeFocused()
  await page.goBack()
  await expect(page.getByLabel('What happened?')).toHaveValue('A rash')
  await page.goForward()
  await press(page, 'Add a medicine')
  await page.getByLabel('Name', { exact: true }).fill('Aspirin')
  // What was typed a moment ago survives a reload.
  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Aspirin')
  await page.getByLabel('I agree to be vaccinated').check()
  await press(page, 'Draw your signature as well')
  const drawing = page.getByRole('img', { name: 'Draw your signature here' })
  const box = await drawing.boundingBox()
  if (!box) throw new Error('There is nothing to draw on')
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + 50, { steps: 6 })
  await page.mouse.up()
  await press(page, 'Use this signature')
  await page.getByLabel('Your full name').fill('Robin Ashdown')
  await expectAccessibleInBothThemes(page)
  await press(page, 'Check your answers')
  await saved(page)
  await expect(page.getByText('3 May 2019')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  // The first answer gets lost; submitted again, there is one form.
  await page.route('**/submittedforms/', (route) => route.abort(), { times: 1 })
  await press(page, 'Submit the form')
  await expect(page.getByRole('alert').last()).toContainText('we do not know if your form arrived')
  await press(page, 'Submit the form')
  await expect(page.getByText('Your form has been submitted')).toBeVisible()
  await expect(page.getByText(/^Submitted by Robin/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Drawn signature of Robin Ashdown' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto(address)
  await expect(page.getByText('You have submitted every form')).toBeVisible()
  await page.getByRole('link', { name: 'See your forms' }).click()
  await page.getByRole('link', { name: /^See the answers/ }).click()
  await press(page, 'Change your answers')
  await page.getByLabel('No', { exact: true }).check()
  await page.goto(`${page.url().replace(/#.*/, '')}?page=review${new URL(page.url()).hash}`)
  await saved(page)
  await press(page, 'Submit the changes')
  await page.getByLabel('Why do your answers change?').fill('I mixed it up')
  await press(page, 'Submit the changes')
  await expect(page.getByText(/Changed because: I mixed it up/)).toBeVisible()
  await expect(page.getByText('What happened?')).toHaveCount(0)
})

more(
  'without a connection and on two devices nothing is lost',
  async ({ page, service, api, database, newVisitor }) => {
    await addForm(database, service)
    const { address } = await bookConcurrently(api, service, service.times[0])
    await page.goto(address)
    await page.getByRole('link', { name: 'Fill in your forms' }).click()
    await press(page, /^Start/)
    await page.getByLabel('No', { exact: true }).waitFor()
    const other = await newVisitor()
    await other.goto(page.url())
    await other.getByLabel('No', { exact: true }).check()
    await saved(other)
    await page.context().setOffline(true)
    await page.getByLabel('Yes', { exact: true }).check()
    await page.getByLabel('What happened?').fill('A rash')
    await expect(page.getByText(/^You are offline/).first()).toBeVisible()
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: /also filled in somewhere else/ })).toBeFocused()
    await expectAccessibleInBothThemes(page)
    await expect(page.getByLabel('On this page: Yes')).toBeChecked()
    await expect(page.getByLabel('On the other device: No', { exact: true })).toBeVisible()
    await press(page, 'Keep these answers')
    await expect(page.getByLabel('What happened?')).toHaveValue('A rash')
    await saved(page)
    await other.reload()
    await expect(other.getByLabel('What happened?')).toHaveValue('A rash')
  },
)
