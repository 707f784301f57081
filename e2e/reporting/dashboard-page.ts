import type { Locator, Page } from '@playwright/test'

/** The dashboard of staff. */
export class DashboardPage {
  readonly page: Page
  readonly main: Locator
  readonly headline: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.headline = this.main.getByRole('form').locator('~ [role=status]')
  }

  /** Asks for days, and whose where `clinician` is given. */
  async show(days: { from: string; to: string }, clinician?: string): Promise<void> {
    const form = this.main.getByRole('form')
    await form.getByLabel('From').fill(days.from)
    await form.getByLabel('To').fill(days.to)
    if (clinician) await form.getByLabel('Clinician').selectOption({ label: clinician })
    await form.getByRole('button', { name: 'Show' }).click()
  }

  /** What is said under a name: the figure, then how it compares. */
  figure(name: string): Locator {
    return this.main
      .locator('.figures > div')
      .filter({ has: this.page.getByText(name, { exact: true }) })
  }
}
