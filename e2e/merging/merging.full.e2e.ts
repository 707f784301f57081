import { addAppointment } from '../../tests/server/clinic-factory.ts'
import { addLikelyPair } from '../../tests/server/merging/likely-pair.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { toPlace } from '../clinic.ts'
import { addStaff, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'

test('two records of one person are compared, merged and taken back, also on a small screen', async ({
  page,
  database,
  service,
}) => {
  await page.setViewportSize({ width: 320, height: 720 })
  const manager = await addStaff(database, [
    'clinic.can_manage_duplicates',
    'clinic.can_manage_duplicate_guest_users',
  ])
  await become(page, database, manager)
  const { kept, merged } = await addLikelyPair(
    database,
    { mobile: '07700 900111' },
    { mobile: '07700 900222', is_guest: true },
  )
  await addAppointment(database, {
    ...toPlace(service),
    patient_id: merged.id,
    starts_at: new Date(Date.now() - 86_400_000),
  })

  await page.goto('/admin/duplicate-users')
  const compare = page.getByRole('button', { name: `Compare records of ${kept.full_name}` })
  await compare.click()
  const dialog = page.getByRole('dialog', { name: 'Is this one person?' })
  await expect(dialog.getByText('1 appointment', { exact: true })).toBeVisible()
  await dialog
    .getByRole('group', { name: 'Mobile phone number' })
    .getByRole('radio', { name: '07700 900222' })
    .check()
  await dialog.getByRole('checkbox', { name: /07700 900222 is theirs/ }).check()
  await expectAccessibleInBothThemes(page)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
  await dialog.getByRole('button', { name: 'Merge 2 records into one' }).click()
  await expect(page.getByText('Merged. You can undo this')).toBeVisible()
  await expect(compare).toBeHidden()
  const readRow = (id: number) =>
    database
      .selectFrom('person')
      .select(['mobile', 'merged_into', 'is_active'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await readRow(kept.id)).toMatchObject({ mobile: '07700 900222' })
  expect(await readRow(merged.id)).toMatchObject({ merged_into: kept.id, is_active: false })

  await page
    .getByRole('button', {
      name: `Undo the merge of ${merged.full_name}, number ${merged.id}`,
    })
    .click()
  await expect(compare).toBeVisible()
  expect(await readRow(merged.id)).toMatchObject({ merged_into: null, is_active: true })

  await page.setViewportSize({ width: 1280, height: 800 })
  await compare.click()
  await dialog.getByRole('button', { name: 'Mark as different people' }).click()
  await expect(compare).toBeHidden()
  await page.reload()
  await expect(
    page.getByRole('button', {
      name: `Undo marking ${kept.full_name} (number ${kept.id}) and`,
    }),
  ).toBeVisible()
  await expect(compare).toBeHidden()

  await page.getByRole('button', { name: 'Search all records' }).click()
  await expect(page.getByText(/^Last searched at/)).toBeVisible({ timeout: 120_000 })
  await expect(compare).toBeHidden()
})
