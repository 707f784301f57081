import { expect, type Locator, type Page } from '@playwright/test'
import { Screen } from '../screen.ts'

/** What a person takes away from a booking. */
export class Confirmation extends Screen {
  readonly link: Locator

  constructor(page: Page) {
    super(page)
    this.link = this.main.getByRole('link', { name: 'See, move or cancel this appointment' })
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toHaveText('Your appointment is booked')
  }

  async reference(): Promise<string> {
    return (await this.answer('Reference').textContent()) ?? ''
  }

  /** The address at which the booking is found again. */
  async address(): Promise<string> {
    return (await this.link.getAttribute('href')) ?? ''
  }
}
