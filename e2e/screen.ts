import type { Locator, Page } from '@playwright/test'

/** What every step and page of a booking has. */
export class Screen {
  readonly page: Page
  readonly main: Locator
  readonly heading: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.heading = page.getByRole('heading', { level: 1 })
  }

  /** The answer beside a name in the summary lists. */
  answer(name: string): Locator {
    return this.main
      .locator('dl > div')
      .filter({ has: this.page.getByRole('term').getByText(name, { exact: true }) })
      .getByRole('definition')
  }
}
