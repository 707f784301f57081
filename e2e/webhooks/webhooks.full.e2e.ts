import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { webhookScreen } from '#islands/admin/resources/screens/webhooks.tsx'
import { permissions } from '#lib/contract/permissions.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'

test('a webhook is added, its secret made, a test sent that fails, and sent again', async ({
  page,
  database,
}) => {
  let status = 410
  const receiver = createServer((_request, response) => response.writeHead(status).end('Closed'))
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, webhookScreen)
  await records.open()
  await records.add()
  await records.save()
  await expect(records.problems).toBeFocused()
  await records.enter({ name: `Journey ${port}`, address: `http://127.0.0.1:${port}/` })
  await records.dialog.getByRole('checkbox', { name: 'Vaccination corrected' }).check()
  await page.setViewportSize({ width: 320, height: 900 })
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await records.save()

  await records.dialog.getByRole('button', { name: 'Make a secret' }).click()
  await expect(records.dialog.getByText(/^whsec_/)).toBeVisible()
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)
  await records.dialog.getByRole('button', { name: 'I have copied it' }).click()

  await records.find(`Journey ${port}`, 1)
  await records.change()
  await records.dialog.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText(/^The test is on its way/)).toBeVisible()
  await records.dialog.getByRole('link', { name: 'Deliveries' }).click()
  const row = page.getByRole('row').filter({ hasText: `Journey ${port}` })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Failed', { timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
  await expect(row).toContainText('410 Closed')
  await expectNothingCutOff(page)
  await expectAccessibleInBothThemes(page)

  status = 204
  await row.getByRole('button', { name: /^Try again/ }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('204', { timeout: 1_000 })
  }).toPass({ timeout: 120_000 })
  receiver.close()
})
