import { expect, type Locator, type Page } from '@playwright/test'
import { answerTo } from './review-step.ts'

/** What a person takes away from a booking. */
export class Confirmation {
  readonly page: Page
  readonly main: Locator
  readonly heading: Locator
  readonly link: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.heading = page.getByRole('heading', { level: 1 })
    this.link = this.main.getByRole('link', { name: 'Find or cancel this booking' })
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toHaveText('Your appointment is booked')
  }

  answer(name: string): Locator {
    return answerTo(this.main, name)
  }

  async reference(): Promise<string> {
    return (await this.answer('Reference').textContent()) ?? ''
  }

  /** The address at which the booking is found again. */
  async address(): Promise<string> {
    return (await this.link.getAttribute('href')) ?? ''
  }
}
