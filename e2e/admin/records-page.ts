import { expect, type Locator, type Page } from '@playwright/test'
import {
  type AdminScreen,
  type ScreenField,
  screenFieldLabel,
  screenFields,
} from '#islands/admin/resources/admin-screen.ts'
import { permissions } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import { addColleague, become } from '../identity/signed-in.ts'

export const formatTitle = ({ of }: AdminScreen) =>
  of.many.charAt(0).toUpperCase() + of.many.slice(1)

/** Opens a list as somebody who may do everything. */
export async function openRecords(page: Page, database: Database, screen: AdminScreen) {
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, screen)
  await records.open()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(formatTitle(screen))
  return records
}

/** A screen of the administration area and its dialog. */
export class RecordsPage {
  readonly page: Page
  readonly screen: AdminScreen
  readonly dialog: Locator
  readonly problems: Locator
  readonly table: Locator
  readonly search: Locator

  constructor(page: Page, screen: AdminScreen) {
    this.page = page
    this.screen = screen
    this.dialog = page.getByRole('dialog')
    this.problems = this.dialog.getByRole('region', { name: 'There is a problem' })
    this.table = page.getByRole('table')
    this.search = page.getByRole('searchbox', { name: 'Search' })
  }

  async open(): Promise<void> {
    await this.page.goto(`/admin/${this.screen.of.screen}`)
    await expect(this.count).toBeVisible()
  }

  get count(): Locator {
    const { name, many } = this.screen.of
    return this.page.getByText(new RegExp(`^[\\d,]+ (${name}|${many})$`))
  }

  /** The rows that are drawn, the head not among them. */
  get rows(): Locator {
    return this.table.locator('tbody tr[aria-rowindex]')
  }

  async find(text: string, count: number): Promise<void> {
    await this.search.fill(text)
    await expect(this.rows).toHaveCount(count)
  }

  async add(): Promise<void> {
    await this.page.getByRole('button', { name: `Add ${this.screen.of.name}` }).click()
    await expect(this.dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  }

  /** Opens the only row. */
  async change(): Promise<void> {
    await this.rows.getByRole('rowheader').getByRole('button').click()
    await expect(this.dialog.getByRole('button', { name: 'Save' })).toBeVisible()
  }

  /** Enters values by field; a reference is looked for and chosen. */
  async enter(values: Readonly<Record<string, string | boolean>>): Promise<void> {
    for (const field of screenFields(this.screen)) {
      const value = values[field.field]
      if (value !== undefined) await this.enterInto(field, value)
    }
  }

  private async enterInto({ field, kind }: ScreenField, value: string | boolean): Promise<void> {
    if (kind === 'permissions' || kind === 'permissionIds') {
      await this.dialog.getByLabel('Find a permission').fill(String(value))
      await this.dialog.getByRole('checkbox', { name: String(value), exact: true }).check()
      return
    }
    const control = this.dialog
      .getByLabel(new RegExp(`^${screenFieldLabel(this.screen, field)}`))
      .first()
    if (typeof value === 'boolean') return await control.setChecked(value)
    if (kind === 'select') {
      await control.selectOption({ label: value })
      return
    }
    await control.fill(value)
    const isChosen = kind === 'reference' || kind === 'references'
    if (isChosen) await this.dialog.getByRole('option', { name: value }).click()
  }

  async save(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Save', exact: true }).click()
  }
}
