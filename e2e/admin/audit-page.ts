import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from '../session/account-menu.ts'

const ADMINISTRATOR = 'Helena Forsyth Administrator'

/** The audit trail under admin. */
export class AuditPage {
  readonly page: Page
  readonly main: Locator
  readonly table: Locator
  readonly frame: Locator
  readonly count: Locator
  readonly download: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.table = page.getByRole('table', { name: 'Audit trail' })
    this.frame = page.getByRole('region', { name: 'Audit trail' })
    this.count = this.main.getByText(/^[\d,]+ (entry|entries)$/)
    this.download = this.main.getByRole('link', { name: 'Download CSV' })
  }

  /** Signs in with the whole page as an administrator, and opens the trail at a query. */
  async openAsAdministrator(search = ''): Promise<void> {
    // What is new is told elsewhere.
    await this.page.route('/CHANGELOG.md', (route) => route.fulfill({ status: 503 }))
    await this.page.goto('/api/private/login-callback/')
    await choose(this.page, ADMINISTRATOR)
    await expect(this.page).toHaveURL('/')
    await this.page.goto(`/admin/audit${search}`)
  }

  field(label: string): Locator {
    return this.main.getByRole('form').getByLabel(label)
  }

  async show(): Promise<void> {
    await this.main.getByRole('button', { name: 'Show', exact: true }).click()
  }

  /** The rows that are drawn, the head not among them. */
  get rows(): Locator {
    return this.table.locator('tbody tr[aria-rowindex]')
  }

  link(name: string | RegExp): Locator {
    return this.table.getByRole('link', { name }).first()
  }
}
