import { expect, test } from './journey.ts'

test('text twice as large leaves the name of the clinic and the way in whole', async ({ page }) => {
  await page.goto('/')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const brand = page.getByRole('banner').getByRole('link', { name: 'Carelane' })
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign in' })
  for (const width of [640, 360]) {
    await page.setViewportSize({ width, height: 800 })
    // One line of it: broken between its letters it would be several times as high.
    expect((await brand.boundingBox())?.height).toBeLessThan(120)
    await expect(signIn).toBeInViewport({ ratio: 1 })
  }
})

test('a branch that can tell nothing of itself says whom else to ask', async ({ page }) => {
  await page.goto('/contact-details/station-approach')
  const others = page.getByRole('region', { name: 'Ask another branch' })
  await expect(others.getByRole('link', { name: 'Harbour Street Pharmacy' })).toBeVisible()
  await expect(others.getByRole('link', { name: '01632 960 114' })).toHaveAttribute(
    'href',
    'tel:01632960114',
  )
  await page.goto('/contact-details/orchard-road')
  await expect(page.getByRole('heading', { name: 'Ask another branch' })).toHaveCount(0)
})

test('an unknown address is the not-found page', async ({ page }) => {
  for (const path of [
    '/nowhere',
    '/services/no-such-service/detail',
    '/services/no-such-service/availability',
    '/weekly-availability/no-such-service',
    '/contact-details/nowhere',
    '/appointments/nothing',
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
})
