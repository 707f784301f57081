import { expect, type Locator, type Page } from '@playwright/test'

/** The header's corner of every page: signing in, and the menu of whoever is signed in. */
export class AccountMenu {
  readonly page: Page
  readonly signIn: Locator
  readonly menu: Locator
  readonly summary: Locator
  readonly signOut: Locator

  constructor(page: Page) {
    const header = page.getByRole('banner')
    this.page = page
    this.signIn = header.getByRole('link', { name: 'Sign in' })
    this.menu = header.getByRole('navigation', { name: 'Account' })
    this.summary = header.locator('summary').filter({ hasText: 'Account of' })
    this.signOut = this.menu.getByRole('link', { name: 'Sign out' })
  }

  async isOf(name: string): Promise<void> {
    await expect(this.summary).toHaveText(new RegExp(`Account of\\s+${name}$`))
  }

  async isOfNobody(): Promise<void> {
    await expect(this.signIn).toBeVisible()
    await expect(this.summary).toHaveCount(0)
  }

  /** Presses what opens a window once the page has its script, and takes the window. */
  async windowOf(press: () => Promise<void>): Promise<Page> {
    await this.page.waitForLoadState()
    const [popup] = await Promise.all([this.page.waitForEvent('popup'), press()])
    return popup
  }

  /** Signs in by the header, as one of the demonstration's people. */
  async signInAs(person: string): Promise<void> {
    const popup = await this.windowOf(() => this.signIn.click())
    await chooseAndClose(popup, person)
  }

  /** On a page that asks for it. */
  async signInByPage(person: string): Promise<void> {
    const link = this.page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true })
    await chooseAndClose(await this.windowOf(() => link.click()), person)
  }

  async signOutByMenu(): Promise<void> {
    await this.summary.click()
    const popup = await this.windowOf(() => this.signOut.click())
    if (!popup.isClosed()) await popup.waitForEvent('close')
  }
}

/** Presses a person's name in the window, which then closes itself. */
export async function chooseAndClose(popup: Page, person: string): Promise<void> {
  const closed = popup.waitForEvent('close')
  await popup.getByRole('button', { name: person }).click()
  await closed
}

/** In the whole window, wherever the sign-in was begun. */
export async function choose(page: Page, person: string): Promise<void> {
  await page.getByRole('button', { name: person }).click()
}
