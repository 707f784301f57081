import { expect, type Locator, type Page } from '@playwright/test'
import type { Time } from '../clinic.ts'
import type { Person } from '../people/people.ts'
import { Screen } from '../screen.ts'
import { GuestForm } from './guest-form.ts'

/** Everything once more before it is booked. */
export class ReviewStep extends Screen {
  readonly confirm: Locator
  readonly notes: Locator

  constructor(page: Page) {
    super(page)
    this.confirm = this.main.getByRole('button', { name: 'Confirm booking' })
    this.notes = this.main.getByLabel('Notes for your appointment')
  }

  async isShown(): Promise<void> {
    await expect(this.heading).toHaveText('Check your answers')
    await expect(this.confirm).toBeVisible()
  }

  async holds(person: Person, time: Time | undefined): Promise<void> {
    await expect(this.answer('Name')).toContainText(`${person.firstName} ${person.lastName}`)
    await expect(this.answer('Email address')).toContainText(person.email)
    await expect(this.answer('Date and time')).toContainText(`${time?.label},`)
  }

  dialog(): GuestForm {
    return new GuestForm(this.page, this.page.getByRole('dialog', { name: 'Change your details' }))
  }
}
