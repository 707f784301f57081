import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Database } from '#server/database/connection.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { tabTo } from '../tab-to.ts'
import { unique } from '../unique.ts'
import { AuditPage } from './audit-page.ts'

/** Somebody of this journey's own, with so many lines about them. */
async function openTrail(database: Database, lines: number, lastName = '') {
  const mark = unique()
  const { id, full_name: name } = await database
    .insertInto('person')
    .values({ first_name: 'Ines', last_name: `Okafor-${mark}${lastName}` })
    .returning(['id', 'full_name'])
    .executeTakeFirstOrThrow()
  await sql`insert into audit_event
      (at, actor_id, actor_role, action, subject_type, subject_id, patient_id, change, source)
    select timestamptz '2026-08-06 08:30:00Z' + line * interval '1 minute', ${id}::integer, 'guest',
      case when line % 2 = 0 then 'appointment.read' else 'person.updated' end,
      case when line % 2 = 0 then 'appointment' else 'person' end, 500000 + line, ${id}::integer,
      '{"fields": ["city", "mobile"]}', '192.0.2.7'
    from generate_series(1, ${lines}::integer) line`.execute(database)
  return { id, name, about: `?patient_id=${id}` }
}

/** The trail at a query, for an administrator. */
async function openAudit(page: Page, database: Database, search: string): Promise<AuditPage> {
  const permissions = ['admin.view_logentry', 'clinic.user_admin'] as const
  await become(
    page,
    database,
    await addColleague(database, { lastName: 'Administrator', permissions }),
  )
  await page.goto(`/admin/audit${search}`)
  return new AuditPage(page)
}

test('a long page draws what is in sight, and its last row is reached by keyboard', async ({
  page,
  database,
}) => {
  const trail = await openTrail(database, 450)
  const audit = await openAudit(page, database, `${trail.about}&page_size=500`)
  await expect(audit.count).toHaveText('450 entries')
  await expect.poll(() => audit.rows.count()).toBeLessThan(80)
  await audit.frame.focus()
  // Rows that turn out taller than thought move the end a little.
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(audit.table.getByRole('row', { name: /9:31am/ })).toBeInViewport({
      timeout: 500,
    })
  }).toPass()
  await expect.poll(() => audit.rows.count()).toBeLessThan(80)
  await expect(audit.table).toHaveAttribute('aria-rowcount', '451')

  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => audit.rows.count()).toBeLessThan(80)
  await page.evaluate(() => window.scrollTo(0, document.querySelector('table')?.offsetTop ?? 0))
  await expect(audit.table.getByText('6 August 2026, 5pm')).toBeInViewport()
  await audit.main.getByText('Rows per page').scrollIntoViewIfNeeded()
  await expect(audit.table.getByText('6 August 2026, 9:31am')).toBeAttached()
})

test('everyone can read it, wide and narrow, in light and dark, however long the names', async ({
  page,
  database,
}) => {
  const trail = await openTrail(database, 3, 'Featherstonehaugh'.repeat(5))
  const audit = await openAudit(page, database, trail.about)
  await audit.main.getByText('Columns', { exact: true }).click()
  await audit.main.getByLabel('Source').check()
  await audit.table
    .getByRole('button', { name: /^Details/ })
    .first()
    .click()
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingCutOff(page)
    await expectAccessibleInBothThemes(page)
  }
  await page.reload()
  await expect(audit.table.getByRole('columnheader', { name: 'Source' })).toBeVisible()

  await page.goto('/admin/audit?action=person.read&to=2001-01-01')
  await expect(audit.main).toContainText('No entries match these filters.')
  await expectAccessibleInBothThemes(page)
  await page.goto('/admin/audit?from=2026-08-06&to=2026-08-01')
  await expect(audit.field('To')).toHaveAccessibleDescription(/must not be before the first/)
  await expectAccessibleInBothThemes(page)
})

test('it works by keyboard alone', async ({ page, database }) => {
  const trail = await openTrail(database, 60)
  const audit = await openAudit(page, database, trail.about)
  await expect(audit.count).toBeVisible()
  await audit.field('What happened').focus()
  await page.keyboard.type('Viewed an app')
  await page.keyboard.press('Enter')
  await audit.field('Acting as').focus()
  await page.keyboard.press('Tab')
  // As an American browser has it: month, day, year.
  await page.keyboard.type('08062026')
  await expect(audit.field('From')).toHaveValue('2026-08-06')
  await page.keyboard.press('Enter')
  await expect(audit.count).toHaveText('30 entries')
  const first = audit.table.getByRole('button', { name: /^Details/ }).first()
  await tabTo(page, first)
  await page.keyboard.press('Space')
  await expect(audit.table).toContainText('192.0.2.7')
})
