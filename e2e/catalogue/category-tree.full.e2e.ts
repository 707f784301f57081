import { appointmentCategoryScreen } from '#islands/admin/resources/screens/appointment-categories.tsx'
import { permissions } from '#lib/contract/permissions.ts'
import { expectNothingCutOff } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

test('categories are put in order by button, by dragging and under another one', async ({
  page,
  database,
}) => {
  const mark = unique()
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, appointmentCategoryScreen)
  const [one, two, three] = ['First', 'Second', 'Third'].map((name) => `${name} ${mark}`) as [
    string,
    string,
    string,
  ]
  await records.open()
  for (const name of [one, two, three]) {
    await records.add()
    await records.enter({ name })
    await records.save()
    await expect(page.getByRole('button', { name: `Move up: ${name}`, exact: true })).toBeVisible()
  }
  const own = records.rows.filter({ hasText: mark })
  const row = (name: string) => own.filter({ has: page.getByRole('rowheader', { name }) })
  const expectOrder = (...names: string[]) =>
    expect(own.getByRole('rowheader')).toHaveText(names.map((name) => new RegExp(`^${name}`)))
  await expectOrder(one, two, three)

  const up = page.getByRole('button', { name: `Move up: ${three}`, exact: true })
  await up.focus()
  await page.keyboard.press('Enter')
  await expectOrder(one, three, two)
  await expect(up).toBeFocused()

  await row(two).locator('.tree-handle').hover()
  await page.mouse.down()
  await row(one).getByRole('rowheader').hover()
  await expect(page.getByText(`Under ${one}`)).toBeVisible()
  await page.mouse.up()
  await expectOrder(one, two, three)
  await expect(row(two)).toContainText('level 2')

  await page.getByRole('button', { name: `Move under…: ${three}`, exact: true }).click()
  await records.dialog.getByRole('combobox', { name: /^Under/ }).fill(two)
  await records.dialog.getByRole('option', { name: `${one} › ${two}` }).click()
  await records.dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(records.dialog).toBeHidden()
  await expect(row(three)).toContainText('level 3')

  await page.reload()
  await expectOrder(one, two, three)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
  await records.find(three, 1)
  await expect(records.rows).toContainText(`${one} › ${two}`)
})
