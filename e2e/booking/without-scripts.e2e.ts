import { expect, test } from '../journey.ts'

const PHONE = { name: '01632 960 114' }

test('without JavaScript the booking pages give a phone number in place of a wait', async ({
  browser,
  baseURL,
  service,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  for (const path of [`/services/${service.slug}/availability`, '/appointments/1']) {
    await page.goto(path)
    await expect(page.getByRole('link', PHONE)).toBeVisible()
    await expect(page.getByText(/^(Loading times|Looking up your appointment)$/)).toBeHidden()
  }
  await context.close()
})
