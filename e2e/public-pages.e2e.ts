import { isFull } from '../tests/amount.ts'
import { expectAccessible, expectNothingCutOff } from './accessible.ts'
import { expect, test } from './journey.ts'

const mainPages = [
  { path: '/', heading: 'See a pharmacist near you, often today' },
  { path: '/services', heading: 'Services' },
  { path: '/services/flu-vaccination/detail', heading: 'Flu vaccination' },
]
const others = [
  { path: '/about', heading: 'About us' },
  { path: '/contact', heading: 'Branches and contact' },
  { path: '/appointments', heading: 'Find your appointment' },
  { path: '/contact-details/harbour-street', heading: 'Harbour Street Pharmacy' },
  { path: '/contact-details/station-approach', heading: 'Station Approach' },
  { path: '/cookies-policy', heading: 'Cookies policy' },
  { path: '/privacy-policy', heading: 'Privacy policy' },
  { path: '/terms-and-conditions', heading: 'Terms and conditions' },
]

for (const { path, heading } of isFull ? [...mainPages, ...others] : mainPages) {
  test(`${path} can be read by everyone`, async ({ page }) => {
    const errors: string[] = []
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
    const response = await page.goto(path)
    expect(response?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    for (const [width, colorScheme] of [
      [1440, 'light'],
      [320, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
      await expectNothingCutOff(page)
    }
    expect(errors, 'nor does it ask for what is not there').toEqual([])
  })
}
