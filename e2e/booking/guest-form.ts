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

  async fill({ firstName, lastName, dob, email, mobile }: Person): Promise<void> {
    const [day, month, year] = dob
    await this.field('First name').fill(firstName)
    await this.field('Last name').fill(lastName)
    await this.field('Day').fill(day)
    await this.field('Month').fill(month)
    await this.field('Year').fill(year)
    await this.field('Email address').fill(email)
    await this.field('Mobile phone number').fill(mobile)
  }

  async holds({ firstName, lastName, dob, email, mobile }: Person): Promise<void> {
    const [day, month, year] = dob
    await expect(this.field('First name')).toHaveValue(firstName)
    await expect(this.field('Last name')).toHaveValue(lastName)
    await expect(this.field('Day')).toHaveValue(day)
    await expect(this.field('Month')).toHaveValue(month)
    await expect(this.field('Year')).toHaveValue(year)
    await expect(this.field('Email address')).toHaveValue(email)
    await expect(this.field('Mobile phone number')).toHaveValue(mobile)
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
