import { expect, type Page } from '@playwright/test'
import type { Faults } from '../../tests/identity-provider/faults.ts'
import { test as base } from '../journey.ts'
import { AccountMenu } from './account-menu.ts'
import { SignInWindow } from './sign-in-window.ts'
import type { SiteWithIssuer } from './site-with-issuer.ts'

/** Who presses the button at the provider, and as whom the site knows them then. */
export const AT_PROVIDER = 'Ada Byron King'
export const NAME = 'Ada King'

export const OUTDATED = 'This sign-in has expired'
export const AWAY = 'We could not reach the sign-in service'
export const UNEXPECTED = 'We could not sign you in'
export const STANDS = 'You are signed in'

/** What an endpoint waits for that never answers. */
export const NEVER = new Promise<never>(() => undefined)

/** Somebody in the midst of something, who then signs in beside it. */
export class Visit {
  readonly page: Page
  readonly site: SiteWithIssuer
  readonly account: AccountMenu

  constructor(page: Page, site: SiteWithIssuer) {
    this.page = page
    this.site = site
    this.account = new AccountMenu(page)
  }

  async begin(): Promise<void> {
    await this.page.goto(`${this.site.url}/services`)
    await this.page.getByRole('searchbox').fill('travel')
    await this.page.evaluate(() => Object.assign(window, { isAsItWas: true }))
  }

  async openWindow(): Promise<SignInWindow> {
    return new SignInWindow(await this.account.windowOf(() => this.account.signIn.click()))
  }

  /** From the moment on at which the browser begins its own part of the next sign-in. */
  async failsInBrowser(faults: Faults): Promise<void> {
    const { issuer } = this.site
    await this.page.context().route(
      `${issuer.url}/.well-known/openid-configuration`,
      (route) => {
        issuer.faults = faults
        return route.continue()
      },
      { times: 1 },
    )
  }

  /** The page was not loaded again, and keeps what was typed. */
  async isUndisturbed(): Promise<void> {
    await expect(this.page.getByRole('searchbox')).toHaveValue('travel')
    expect(await this.page.evaluate(() => 'isAsItWas' in window)).toBe(true)
  }

  /** The window has closed and nobody signed in: it says so, and the page works. */
  async isLeftInPeace(): Promise<void> {
    await expect(this.page.getByText('You are not signed in.')).toBeVisible()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
    await this.account.isOfNobody()
    await this.isUndisturbed()
    await this.page.getByRole('searchbox').press('Enter')
    await expect(this.page).toHaveURL(`${this.site.url}/services?q=travel`)
  }

  /** Signed in, beside what was typed. */
  async isSignedIn(): Promise<void> {
    await this.account.isOf(NAME)
    await this.isUndisturbed()
  }

  /** Whom the API knows this browser as. */
  async whoIs(): Promise<string | null> {
    const answer = await this.page.request.get(`${this.site.url}/api/private/is-logged-in/`)
    return answer.ok() ? (await answer.json()).full_name : null
  }

  /** Whether the browser's own part of a sign-in has come to its end. */
  hasTokens(): Promise<boolean> {
    return this.page.evaluate(() =>
      Object.keys(localStorage).some((key) => key.startsWith('carelane.identity.')),
    )
  }
}

export const test = base.extend<{ visit: Visit }>({
  visit: async ({ page, site }, use) => {
    site.issuer.faults = {}
    site.issuer.requests.length = 0
    const visit = new Visit(page, site)
    await visit.begin()
    await use(visit)
  },
})
