import { expect, type Locator, type Page } from '@playwright/test'
import type { Person } from '../people/people.ts'

/** The form that asks who the appointment is for: a step of its own, or a dialog over the review. */
export class GuestForm {
  readonly root: Locator
  readonly page: Page
  readonly summary: Locator

  constructor(page: Page, root: Locator = page.getByRole('main')) {
    this.page = page
    this.root = root
    this.summary = root.getByRole('region', { name: 'There is a problem' })
  }

  /** The control with this label, without its "(optional)". */
  field(label: string): Locator {
    return this.root.getByLabel(label)
  }

  async isShown(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText('Your details')
    await expect(this.field('First name')).toBeVisible()
  }

  async fill(person: Person): Promise<void> {
    for (const [label, text] of toAnswers(person)) await this.field(label).fill(text)
  }

  async holds(person: Person): Promise<void> {
    for (const [label, text] of toAnswers(person)) {
      await expect(this.field(label)).toHaveValue(text)
    }
  }

  /** Types into a look-up and chooses what it offers first under that name. */
  async lookUp(label: string, text: string, choice: string): Promise<void> {
    await this.root.getByRole('combobox', { name: label }).fill(text)
    await this.root.getByRole('option', { name: choice }).first().click()
  }

  async submit(): Promise<void> {
    await this.root.getByRole('button', { name: /^(Continue|Save details)$/ }).click()
  }
}

function toAnswers({ firstName, lastName, dob: [day, month, year], email, mobile }: Person) {
  return Object.entries({
    'First name': firstName,
    'Last name': lastName,
    Day: day,
    Month: month,
    Year: year,
    'Email address': email,
    'Mobile phone number': mobile,
  })
}
