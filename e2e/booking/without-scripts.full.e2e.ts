import type { Page } from '@playwright/test'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { BookingPage } from './booking-page.ts'

test('where the scripts do not arrive, the page says what to do after a while', async ({
  page,
  service,
  newVisitor,
  faults,
}) => {
  const hint = (on: Page) => on.getByText('Still loading? Reload the page')
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [`/services/${service.slug}/availability`, '/appointments/1']) {
    await page.route('**/_astro/*.js', (route) => route.abort())
    await page.goto(path)
    await expect(hint(page)).toBeHidden()
    await passTime(page)
    await expect(hint(page)).toBeInViewport()
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
    await page.unroute('**/_astro/*.js')
  }
  // What did not arrive may be reported, and is none of the next visitor's.
  await page.close()
  faults.splice(0)

  const booking = new BookingPage(await newVisitor())
  await booking.open(service)
  await expect(booking.time(service.times[0])).toBeVisible()
  await passTime(booking.page)
  await expect(hint(booking.page)).toBeHidden()
})

/** To the end of whatever a style sheet has begun, however long that waits. */
async function passTime(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) {
        animation.finish()
      }
    }
  })
}
