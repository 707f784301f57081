import { expect, type Locator, type Page } from '@playwright/test'
import type { Time } from '../clinic.ts'
import type { Person } from '../people.ts'
import { GuestForm } from './guest-form.ts'

/** Everything once more before it is booked. */
export class ReviewStep {
  readonly page: Page
  readonly main: Locator
  readonly confirm: Locator
  readonly notes: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.confirm = this.main.getByRole('button', { name: 'Confirm booking' })
    this.notes = this.main.getByLabel('Notes for the clinic')
  }

  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Check your answers')
    await expect(this.confirm).toBeVisible()
  }

  /** The answer beside a name in the lists. */
  answer(name: string): Locator {
    return answerTo(this.main, name)
  }

  async holds(person: Person, time: Time | undefined): Promise<void> {
    await expect(this.answer('Name')).toContainText(`${person.firstName} ${person.lastName}`)
    await expect(this.answer('E-mail address')).toContainText(person.email)
    await expect(this.answer('Date and time')).toContainText(`${time?.label},`)
  }

  /** Opens the dialog in which the details are changed. */
  async changeDetails(): Promise<GuestForm> {
    await this.main.getByRole('button', { name: 'Change name' }).click()
    return this.dialog()
  }

  dialog(): GuestForm {
    return new GuestForm(this.page, this.page.getByRole('dialog', { name: 'Change your details' }))
  }
}

/** The description of a term in a summary list. */
export function answerTo(root: Locator, name: string): Locator {
  return root
    .locator('dl > div')
    .filter({ has: root.page().getByRole('term').getByText(name, { exact: true }) })
    .getByRole('definition')
}
