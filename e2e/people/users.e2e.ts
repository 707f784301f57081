import { userScreen } from '#islands/admin/resources/screens/users.tsx'
import { permissions } from '#lib/contract/permissions.ts'
import { addGroup, putInGroup } from '../../tests/server/people/permission-group.ts'
import { expectAccessibleInBothThemes } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'

test('why somebody may do something is explained: by a group, or because it was given directly', async ({
  page,
  database,
}) => {
  const mark = unique()
  const colleague = await addColleague(database, { lastName: `Marsh${mark}` })
  const group = `Desk ${mark}`
  const held = ['clinic.view_room', 'clinic.view_site'] as const
  await putInGroup(database, colleague.id, await addGroup(database, { name: group, held }))
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, userScreen)
  await records.open()
  await records.find(mark, 1)
  await records.change()
  await records.enter({ user_permission_ids: 'View sites' })
  await expectAccessibleInBothThemes(page)
  await records.save()
  await expect(page.getByText('The user has been saved.')).toBeVisible()

  await records.change()
  await records.dialog.getByRole('button', { name: 'What they may do' }).click()
  const explained = page.getByRole('dialog', { name: `What Rosa Marsh${mark} may do` })
  await explained.getByLabel('Find a permission').fill('view sites')
  await expect(explained.getByRole('listitem').filter({ hasText: 'View sites' })).toHaveText(
    `View sitesGiven directlyGroup ${group}`,
  )
  await explained.getByLabel('Find a permission').fill('view rooms')
  await expect(explained.getByRole('listitem').filter({ hasText: 'View rooms' })).toHaveText(
    `View roomsGroup ${group}`,
  )
  await explained.getByLabel('Find a permission').fill('delete sites')
  await expect(explained.getByText('No permissions match.')).toBeVisible()
})
