import { readFile } from 'node:fs/promises'
import { screenFieldLabel } from '#islands/admin/resources/admin-screen.ts'
import { siteScreen } from '#islands/admin/resources/screens/sites.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'
import { openRecords } from './records-page.ts'

test('a site is changed, shown, taken away as a file and deleted', async ({ page, database }) => {
  const mark = unique()
  await database
    .insertInto('site')
    .values({ name: `J ${mark}`, slug: `journey-${mark}`, hidden: true })
    .execute()
  const records = await openRecords(page, database, siteScreen)
  await records.find(mark, 1)
  await expect(page).toHaveURL(new RegExp(`search=${mark}`))
  await expectAccessibleInBothThemes(page)
  await records.change()
  await expectAccessibleInBothThemes(page)
  await records.enter({ name: `Changed ${mark}` })
  await records.dialog.getByRole('button', { name: 'Cancel' }).click()
  await records.dialog.getByRole('button', { name: 'Keep editing' }).click()
  await records.save()
  await expect(page.getByText('The site has been saved.')).toBeVisible()
  await expect(records.rows).toContainText(`Changed ${mark}`)

  const last = siteScreen.columns.findLast(({ hiddenAtFirst }) => !hiddenAtFirst)?.field ?? ''
  const name = screenFieldLabel(siteScreen, last)
  const head = records.table.getByRole('columnheader', { name })
  await expect(head).toHaveCount(1)
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('checkbox', { name, exact: true }).click()
  await page.reload()
  await expect(records.rows).toHaveCount(1)
  await expect(head).toHaveCount(0)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(mark)

  await page.setViewportSize({ width: 320, height: 900 })
  await records.rows.getByRole('checkbox').press('Space')
  await expect(page.getByText('1 site selected')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectNothingCutOff(page)
  await page.getByRole('button', { name: 'Change or delete…' }).click()
  await records.dialog.getByRole('radio', { name: 'Show' }).check()
  await expectNothingCutOff(page)
  await records.dialog.getByRole('button', { name: 'Show: 1 site' }).click()
  await expect(page.getByText('1 site has been shown.')).toBeVisible()
  await records.change()
  await expect(records.dialog.getByRole('checkbox', { name: /^Hidden/ })).not.toBeChecked()
  await records.dialog.getByRole('button', { name: 'Delete…' }).click()
  await expectNothingCutOff(page)
  await records.dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('The site has been deleted.')).toBeVisible()
  await expect(page.getByText('There are no sites that match.')).toBeVisible()
})
