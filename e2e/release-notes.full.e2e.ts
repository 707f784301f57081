import { permissions } from '#lib/contract/permissions.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from './accessible.ts'
import { addColleague, become } from './identity/signed-in.ts'
import { expect, test } from './journey.ts'

test('the notes of all releases are found from the menu, and are read then', async ({
  page,
  database,
}) => {
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  await page.goto('/')
  await page.getByRole('banner').getByText('Admin', { exact: true }).click()
  await page.getByRole('link', { name: 'Release notes', exact: true }).click()
  const first = page.getByRole('article').first()
  await expect(first.getByRole('heading', { level: 2 })).toHaveText(/^Release [\d.]+ ?New$/)
  await expectAccessibleInBothThemes(page)
  await page.reload()
  await expect(first.getByRole('heading', { level: 2 })).toHaveText(/^Release [\d.]+$/)
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
})
