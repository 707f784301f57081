import type { Locator, Page } from '@playwright/test'

/** The audit trail under admin. */
export class AuditPage {
  readonly page: Page
  readonly main: Locator
  readonly table: Locator
  readonly frame: Locator
  readonly count: Locator

  constructor(page: Page) {
    this.page = page
    this.main = page.getByRole('main')
    this.table = page.getByRole('table', { name: 'Audit trail' })
    this.frame = page.getByRole('region', { name: 'Audit trail' })
    this.count = this.main.getByText(/^[\d,]+ (entry|entries)$/)
  }

  field(label: string): Locator {
    return this.main.getByRole('form').getByLabel(label)
  }

  /** The rows that are drawn, the head not among them. */
  get rows(): Locator {
    return this.table.locator('tbody tr[aria-rowindex]')
  }
}
