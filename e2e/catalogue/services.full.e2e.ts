import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { imageUpload } from '#lib/contract/images.ts'
import { sampleImage } from '../../tests/server/files/sample-image.ts'
import { countBooked, openService } from '../clinic.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { somebody } from '../people/people.ts'
import { bookingIn, sendAndConfirm } from '../steps.ts'

const KEY = 'carelane-demo'
const HIDDEN = 'Flu vaccination for staff'
const HIDDEN_PATH = '/services/workplace-flu-vaccination'

test('a hidden service shows with the key alone; a wrong key shows what no key shows', async ({
  page,
}) => {
  const listed = async (path: string) => {
    await page.goto(path)
    return await page.getByRole('main').getByRole('link').allTextContents()
  }
  expect((await listed('/services')).join()).not.toContain(HIDDEN)
  // Read as often as needed, because another journey may add a category in between.
  await expect(async () => {
    const open = await listed('/services')
    expect(await listed('/services?key=not-the-key')).toEqual(open)
  }).toPass()
  await expect(page).toHaveURL('/services')
  await expect(page.locator('main a[href*="not-the-key"]')).toHaveCount(0)
  expect((await listed(`/services?key=${KEY}`)).join()).toContain(HIDDEN)
  for (const path of [HIDDEN_PATH, `${HIDDEN_PATH}?key=not-the-key`]) {
    for (const part of ['detail', 'availability']) {
      const response = await page.goto(path.replace(HIDDEN_PATH, `${HIDDEN_PATH}/${part}`))
      expect(response?.status(), part).toBe(404)
    }
  }
})

test('a search finds what is misspelt, and says where nothing matches', async ({ page }) => {
  const main = page.getByRole('main')
  const find = async (text: string) => {
    await page.goto('/services')
    await page.getByRole('searchbox').fill(text)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page).toHaveTitle(new RegExp(text))
  }
  await find('vacination')
  await expect(main).toContainText('No exact match for “vacination”')
  await expect(main).toContainText('Showing similar services.')
  await expect(main.getByRole('link', { name: 'Flu vaccination' })).toBeVisible()
  await find('zzyzx')
  await expect(main).toContainText('No services match “zzyzx”')
  await expect(main).toContainText('Check the spelling, or try another word.')
  await main.getByRole('link', { name: 'See all services' }).click()
  await expect(page).toHaveURL('/services')
})

test('the key is typed once, stays for the visit, and can be taken away', async ({ page }) => {
  await page.goto('/services')
  await toolbarIsAlive(page)
  await page.getByRole('button', { name: 'I have a secret key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Secret key' })
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await expect(dialog.getByLabel('Key')).toHaveAccessibleDescription(/Enter the key/)
  await dialog.getByLabel('Key').fill('not-the-key')
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await expect(dialog.getByLabel('Key')).toHaveAccessibleDescription(/do not recognise this key/)
  await dialog.getByLabel('Key').fill(KEY)
  await dialog.getByRole('button', { name: 'Use this key' }).click()
  await expect(page.getByRole('link', { name: HIDDEN })).toBeVisible()
  await expect(page).toHaveURL(`/services?key=${KEY}`)
  expect(await page.evaluate(() => sessionStorage.getItem('secretKey'))).toBe(KEY)

  await page.getByRole('link', { name: HIDDEN }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HIDDEN)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await toolbarIsAlive(page)
  await page.getByRole('button', { name: 'I have a secret key' }).click()
  await dialog.getByRole('button', { name: 'Remove key' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await page.goto('/services')
  await expect(page.getByRole('link', { name: HIDDEN })).toHaveCount(0)
})

test('a remembered key shows what is hidden on every page of services', async ({ page }) => {
  await page.goto(`${HIDDEN_PATH}/availability?key=${KEY}`)
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('secretKey'))).toBe(KEY)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(`/services?key=${KEY}`)
  await expect(page.getByRole('link', { name: HIDDEN })).toBeVisible()
  await page.goto('/')
  await page.getByRole('searchbox').fill('staff')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: HIDDEN })).toBeVisible()
  await page.goto('/contact-details/harbour-street')
  // It is given nowhere but at a branch that is hidden too.
  await expect(page).toHaveURL(`/contact-details/harbour-street?key=${KEY}`)
  await expect(page.getByRole('link', { name: 'Flu vaccination', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: HIDDEN })).toHaveCount(0)
  await page.goto(`${HIDDEN_PATH}/detail`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HIDDEN)
  await page.goto(`${HIDDEN_PATH}/availability`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose a time')
  await page.goto('/nowhere')
  await expect(page).toHaveURL('/nowhere')
})

test('the branch whose page led to a service is chosen among its times', async ({ page }) => {
  await page.goto('/contact-details/mill-lane')
  await page.getByRole('link', { name: 'Blood pressure check', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blood pressure check')
  await page.getByRole('link', { name: 'All services' }).click()
  await page.getByRole('searchbox').fill('flu')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Flu vaccination' }).click()
  await page.getByRole('link', { name: 'Book: see all times' }).click()
  await expect(page.getByRole('combobox', { name: 'Where' })).toHaveValue('mill-lane')
  await page.getByRole('combobox', { name: 'Where' }).selectOption('All branches')
  await expect(page).not.toHaveURL(/site=/)
})

test('the QR code shows the link, with the key when wanted, and is saved as a picture', async ({
  page,
  baseURL,
}) => {
  await page.goto(`${HIDDEN_PATH}/detail?key=${KEY}`)
  await toolbarIsAlive(page)
  await page.getByRole('button', { name: 'QR code' }).click()
  const dialog = page.getByRole('dialog', { name: `QR code for ${HIDDEN}` })
  const picture = dialog.getByRole('img', { name: 'QR Code', exact: true })
  await expect(picture).toBeVisible()
  expect(await picture.boundingBox()).toMatchObject({ width: 200, height: 200 })
  await expect(dialog).toContainText(`${baseURL}${HIDDEN_PATH}/detail`)
  await expect(dialog).not.toContainText(KEY)
  const plain = await picture.innerHTML()
  await dialog.getByLabel('Include the secret key').check()
  await expect(dialog).toContainText(`${baseURL}${HIDDEN_PATH}/detail?key=${KEY}`)
  await expect.poll(() => picture.innerHTML()).not.toBe(plain)

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download as PNG' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('qrcode.png')
  const file = await readFile(await saved.path())
  expect(file.subarray(1, 4).toString('latin1')).toBe('PNG')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  expect(width).toBe(height)
  expect(width).toBeGreaterThanOrEqual(200)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'QR code' })).toBeFocused()
})

test('a hidden service is booked with its key, and not without', async ({ page, database }) => {
  const service = await openService(database, { hidden: true })
  const person = somebody()
  const { booking, form } = bookingIn(page)
  const closed = await page.goto(`/services/${service.slug}/availability`)
  expect(closed?.status()).toBe(404)
  await booking.open(service, { key: KEY })
  await booking.chooseTime(service.times[0])
  await form.isShown()
  await form.fill(person)
  await sendAndConfirm(page)
  expect(await countBooked(database, service, person)).toBe(1)
})

test('the image of a service stands on its card, whose place is kept until it is there', async ({
  page,
  database,
}) => {
  const { id, name } = await openService(database, { times: 1 })
  await become(page, database, await addStaff(database, ['clinic.change_appointmenttype']))
  const sent = await page.request.post(`/api/admin/appointmenttypes/${id}/upload_image/`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    multipart: {
      [imageUpload.field]: {
        name: 'hearing.jpg',
        mimeType: 'image/jpeg',
        buffer: await sampleImage({ width: 900, height: 600 }, 'jpeg'),
      },
    },
  })
  expect(sent.status()).toBe(200)
  const held = Promise.withResolvers<void>()
  await page.route('**/files/**', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(`/services?q=${encodeURIComponent(name)}`, {
    // With its styles; the image keeps the page from being loaded.
    waitUntil: 'domcontentloaded',
  })
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) })
  const image = card.locator('img')
  await expect(image).toBeVisible()
  const before = await card.boundingBox()
  const isThere = () => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth > 0)
  expect(await isThere()).toBe(false)
  held.resolve()
  await expect.poll(isThere).toBe(true)
  expect(await card.boundingBox()).toEqual(before)
})

test('a disabled service is described, and nobody is led to book it', async ({ page }) => {
  await page.goto('/services/covid-19-vaccination/detail')
  await expect(page.getByRole('main')).toContainText('This service cannot be booked at the moment.')
  await expect(page.getByRole('link', { name: 'Book: see all times' })).toHaveCount(0)
  for (const path of [
    '/services/covid-19-vaccination/availability',
    '/weekly-availability/covid-19-vaccination',
  ]) {
    await page.goto(path)
    await expect(page).toHaveURL('/services/covid-19-vaccination/detail')
  }
})

/** The toolbar is drawn by the server, and comes to life once the browser is idle. */
async function toolbarIsAlive(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
}
