import { expect, type Locator, type Page } from '@playwright/test'

/** The window in which somebody signs in: the provider's page, and what /callback shows. */
export class SignInWindow {
  readonly page: Page
  readonly heading: Locator
  readonly tryAgain: Locator
  readonly leave: Locator
  readonly quote: Locator

  constructor(page: Page) {
    this.page = page
    this.heading = page.getByRole('heading', { level: 1 })
    this.tryAgain = page.getByRole('link', { name: 'Try again' })
    this.leave = page.getByRole('button', { name: 'Close this window' })
    this.quote = page.getByText('The sign-in service said:')
  }

  /** @param words part of what it says below its heading. */
  async tells(heading: string, words: string | RegExp = ''): Promise<void> {
    await expect(this.heading).toHaveText(heading)
    await expect(this.page).toHaveTitle(`Carelane – ${heading}`)
    await expect(this.page.getByRole('main')).toContainText(words)
  }

  /** Presses a name at the provider. Does not wait for where that leads, which may be nowhere. */
  async choose(name: string): Promise<void> {
    await this.page.getByRole('button', { name }).click({ noWaitAfter: true })
  }

  /** Once this returns, nothing of what the window told before is in it. */
  async goOnBy(link: Locator): Promise<void> {
    const left = this.page.waitForEvent('framenavigated')
    await link.click()
    await left
  }

  /** Presses what closes the window. */
  async closesBy(press: () => Promise<void>): Promise<void> {
    const closed = this.page.waitForEvent('close')
    // The window may be gone before the press is said to be done.
    await press().catch(() => undefined)
    await closed
  }
}
