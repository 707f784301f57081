import { expect } from '@playwright/test'
import { Screen } from '../screen.ts'

/** The page behind the link on the confirmation. */
export class AppointmentPage extends Screen {
  async open(address: string): Promise<void> {
    await this.page.goto(address)
  }

  /** Found, and not cancelled. */
  async isShown(): Promise<void> {
    await expect(this.heading).toHaveText('Your appointment')
    await expect(this.answer('Reference')).toBeVisible()
  }

  /** Asks for the cancellation and says why. */
  async cancel(reason: string): Promise<void> {
    await this.main.getByRole('button', { name: 'Cancel this appointment' }).click()
    await expect(this.heading).toHaveText('Cancel your appointment')
    await this.main.getByLabel('Why are you cancelling?').fill(reason)
    await this.main.getByRole('button', { name: 'Cancel appointment' }).click()
  }

  async isCancelled(): Promise<void> {
    await expect(this.heading).toHaveText('Your appointment has been cancelled')
  }
}
