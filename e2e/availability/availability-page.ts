import { expect, type Locator, type Page } from '@playwright/test'

/** The list of availabilities and its dialog. */
export class AvailabilityPage {
  readonly page: Page
  readonly dialog: Locator
  readonly comesTo: Locator
  readonly problems: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /availability$/ })
    this.comesTo = this.dialog.getByRole('region', { name: 'Preview' })
    this.problems = this.dialog.getByRole('region', { name: 'There is a problem' })
  }

  async open(): Promise<void> {
    await this.page.goto('/clinic/availability')
    await expect(this.page.getByText(/^[\d,]+ working pattern/)).toBeVisible()
  }

  /** The rows that are drawn, the head not among them. */
  get rows(): Locator {
    return this.page.getByRole('table', { name: 'Availability' }).locator('tbody tr[aria-rowindex]')
  }

  async add(): Promise<void> {
    await this.page.getByRole('button', { name: 'Add availability' }).click()
    await expect(this.dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  }

  /** Opens the one whose rule says so, else the first. */
  async change(text = ''): Promise<void> {
    await this.rows
      .filter({ hasText: text })
      .getByRole('button', { name: /^Change/ })
      .first()
      .click()
    await expect(this.dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }
}
