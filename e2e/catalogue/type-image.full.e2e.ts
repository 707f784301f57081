import { appointmentTypeScreen } from '#islands/admin/resources/screens/appointment-types.ts'
import { sampleImage } from '../../tests/server/files/sample-image.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { openService } from '../clinic.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'

test('an image of a service is sent with how far it is, seen by visitors, and taken away', async ({
  page,
  database,
}) => {
  const service = await openService(database)
  const rights = ['clinic.view_appointmenttype', 'clinic.change_appointmenttype'] as const
  await become(page, database, await addStaff(database, rights))
  const records = new RecordsPage(page, appointmentTypeScreen)
  await records.open()
  await records.find(service.name, 1)
  await records.change()
  const image = records.dialog.getByRole('region', { name: 'Image' })
  const chosen = image.getByLabel(/^Choose/)

  const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') }
  await chosen.setInputFiles(text)
  await expect(image.getByRole('alert')).toContainText(/JPEG, PNG or WebP/)

  // On its way until it has been seen to be.
  let arrive: () => void = () => undefined
  const seen = new Promise<void>((done) => {
    arrive = done
  })
  await page.route('**/upload_image/', async (route) => {
    if (route.request().method() === 'POST') await seen
    await route.continue()
  })
  const picture = { name: 'ear.png', mimeType: 'image/png', buffer: await sampleImage() }
  await chosen.setInputFiles(picture)
  await expect(image.getByText(/^(Sending ear\.png|Preparing the image): \d+%/)).toBeVisible()
  await expect(image.getByRole('progressbar')).toBeVisible()
  arrive()
  await expect(image.getByText('The image has been saved.')).toBeVisible()
  await expect(image.getByRole('img')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  const shown = () => page.locator('main img')
  const dialogUrl = page.url()
  await page.goto(`/services/${service.slug}/detail`)
  await expect
    .poll(() => shown().evaluate((drawn: HTMLImageElement) => drawn.naturalWidth))
    .toBeGreaterThan(0)

  // The address of the dialog leads back to it.
  await page.goto(dialogUrl)
  await image.getByRole('button', { name: 'Remove image…' }).click()
  await image.getByRole('button', { name: 'Remove image' }).click()
  await expect(image.getByText('The image has been removed.')).toBeVisible()
  await page.goto(`/services/${service.slug}/detail`)
  await expect(page.getByRole('heading', { level: 1, name: service.name })).toBeVisible()
  await expect(shown()).toHaveCount(0)
})
