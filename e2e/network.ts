import type { Page, Route } from '@playwright/test'

/** The next booking reaches the server; what it answers is lost on the way. */
export async function loseNextBookingAnswer(page: Page): Promise<void> {
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort('connectionreset')
  }
  await page.route('**/api/public/appointments/', lose, { times: 1 })
}
