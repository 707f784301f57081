import { expect, type Locator, type Page } from '@playwright/test'
import type { Service, Time } from '../clinic.ts'
import { Screen } from '../screen.ts'

/** The choice of a time, and what every step of a booking shows. */
export class BookingPage extends Screen {
  /** "We are holding … for you for …". */
  readonly countdown: Locator
  /** Somebody else was quicker, or it is no longer offered. */
  readonly taken: Locator

  constructor(page: Page) {
    super(page)
    this.countdown = page.getByRole('timer')
    this.taken = this.notice('This time is no longer free')
  }

  /** Opens the week in which the service has its times, as somebody who begins a booking. */
  async open(service: Service, more: Record<string, string> = {}): Promise<void> {
    await this.comeBack(service, more)
    await this.isChoosing()
  }

  /** The same for somebody whose booking may have begun before. */
  async comeBack(service: Service, more: Record<string, string> = {}): Promise<void> {
    const query = new URLSearchParams({ week: service.week, ...more })
    await this.page.goto(`/services/${service.slug}/availability?${query}`)
  }

  async isChoosing(): Promise<void> {
    await expect(this.heading).toHaveText('Choose a time')
  }

  time(time: Time | undefined): Locator {
    return this.main.getByRole('button', { name: new RegExp(`^${time?.label}( |$)`) })
  }

  day(text: RegExp): Locator {
    return this.main.getByRole('list', { name: 'Days' }).getByRole('button', { name: text })
  }

  button(name: string): Locator {
    return this.main.getByRole('button', { name, exact: true })
  }

  notice(heading: string | RegExp): Locator {
    return this.main.getByRole('region', { name: heading })
  }

  async chooseTime(time: Time | undefined): Promise<void> {
    await this.time(time).click()
  }

  async keeps(time: Time | undefined): Promise<void> {
    await expect(this.countdown).toContainText(`We are holding ${time?.text} for you for`)
  }
}
