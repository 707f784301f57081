import { expect, type Locator, type Page } from '@playwright/test'
import { answerTo } from './review-step.ts'

/** The page behind the link on the confirmation. */
export class AppointmentPage {
  readonly page: Page
  readonly main: Locator
  readonly heading: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.heading = page.getByRole('heading', { level: 1 })
  }

  async open(address: string): Promise<void> {
    await this.page.goto(address)
  }

  /** Found, and not cancelled. */
  async isShown(): Promise<void> {
    await expect(this.heading).toHaveText('Your appointment')
    await expect(this.answer('Reference')).toBeVisible()
  }

  answer(name: string): Locator {
    return answerTo(this.main, name)
  }

  /** Asks for the cancellation and says why. */
  async cancel(reason: string): Promise<void> {
    await this.main.getByRole('button', { name: 'Cancel this appointment' }).click()
    await expect(this.heading).toHaveText('Cancel your appointment')
    await this.main.getByLabel('Why are you cancelling?').fill(reason)
    await this.main.getByRole('button', { name: 'Cancel appointment' }).click()
  }

  async isCancelled(): Promise<void> {
    await expect(this.heading).toHaveText('Your appointment is cancelled')
  }
}
