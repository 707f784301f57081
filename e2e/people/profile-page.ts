import { expect, type Locator, type Page } from '@playwright/test'
import { Screen } from '../screen.ts'

/** One's own details, looked at or in the form, and where one is signed in. */
export class ProfilePage extends Screen {
  readonly summary: Locator
  readonly save: Locator
  readonly cancel: Locator
  readonly leaveQuestion: Locator

  constructor(page: Page) {
    super(page)
    this.summary = page.getByRole('region', { name: 'There is a problem' })
    this.save = this.main.getByRole('button', { name: 'Save details' })
    this.cancel = this.main.getByRole('button', { name: 'Cancel' })
    this.leaveQuestion = page.getByRole('region', { name: /^Leave without saving\?/ })
  }

  async open(): Promise<void> {
    await this.page.goto('/user/profile')
    await expect(this.heading).toHaveText('Your details')
  }

  /** Opens the form at the question of a row of the summary. */
  async change(what: string): Promise<void> {
    await this.main.getByRole('link', { name: `Change ${what}`, exact: true }).click()
    await expect(this.heading).toHaveText('Change your details')
  }

  /** The control with this label, without its "(optional)". */
  field(label: string): Locator {
    return this.main.getByLabel(label)
  }

  /** Types into a look-up and chooses what it offers first under that name. */
  async lookUp(label: string, text: string, choice: string): Promise<void> {
    await this.main.getByRole('combobox', { name: label }).fill(text)
    await this.main.getByRole('option', { name: choice }).first().click()
  }

  async isSaved(): Promise<void> {
    await expect(this.main.getByText('Your details have been saved.')).toBeVisible()
    await expect(this.heading).toHaveText('Your details')
    await expect(this.heading).toBeFocused()
  }
}
