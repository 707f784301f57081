import type { Page } from '@playwright/test'
import { eformScreen } from '#islands/admin/resources/screens/eforms.ts'
import { permissions } from '#lib/contract/permissions.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { RecordsPage } from '../admin/records-page.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { tabTo as tabToControl } from '../tab-to.ts'
import { unique } from '../unique.ts'

type Role = Parameters<Page['getByRole']>[0]

async function tabTo(page: Page, role: Role, name: string | RegExp, key = 'Tab') {
  const exact = typeof name === 'string'
  await tabToControl(page, page.getByRole(role, { name, exact }), key)
}

async function addItem(page: Page, kind: string, text: string) {
  await tabTo(page, 'button', 'Add an item', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', kind)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: firstField[kind] ?? 'Question' })).toBeFocused()
  await page.keyboard.type(text)
}

const firstField: Record<string, string> = {
  'Text to read': 'Text to read',
  'Tick box': 'Words beside the box',
}

test('a consent form is built by keyboard alone, tried and saved', async ({ page, database }) => {
  const name = `Flu consent ${unique()}`
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  const records = new RecordsPage(page, eformScreen)
  await records.open()
  await tabTo(page, 'button', 'Add e-form')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Add an item' })).toBeVisible()
  await tabTo(page, 'textbox', /^Name/)
  await page.keyboard.type(name)

  await tabTo(page, 'button', 'Add an item')
  await addItem(page, 'Text to read', 'The vaccine protects you from flu.')
  await addItem(page, 'Yes or no', 'Do you have a fever?')
  await addItem(page, 'Yes or no', 'Allergic to eggs')
  await tabTo(page, 'button', 'Add an alert for staff')
  await page.keyboard.press('Enter')
  await tabTo(page, 'textbox', 'What staff see')
  await page.keyboard.type('Allergic to eggs')
  await addItem(page, 'Short answer', 'Which reaction?')
  await tabTo(page, 'checkbox', 'Show this only after certain answers')
  await page.keyboard.press('Space')
  await expectAccessibleInBothThemes(page)
  await addItem(page, 'Tick box', 'I agree to be vaccinated')
  await tabTo(page, 'checkbox', 'Must be answered')
  await page.keyboard.press('Space')
  await addItem(page, 'Signature', 'Your signature')

  // It goes up and comes back, by the keys that its entry names.
  await tabTo(page, 'button', /^6\. ?Your signature/, 'Shift+Tab')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByRole('button', { name: /^5\. ?Your signature/ })).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('button', { name: /^6\. ?Your signature/ })).toBeVisible()

  await tabTo(page, 'button', 'Preview', 'Shift+Tab')
  await page.keyboard.press('Enter')
  const reaction = page.getByRole('textbox', { name: /^Which reaction/ })
  await expect(page.getByRole('group', { name: /^Allergic to eggs/ })).toBeVisible()
  await expect(reaction).toBeHidden()
  await page
    .getByRole('group', { name: /^Allergic to eggs/ })
    .getByLabel('Yes')
    .focus()
  await page.keyboard.press('Space')
  await expect(reaction).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNothingCutOff(page)

  await tabTo(page, 'button', 'Save')
  await page.keyboard.press('Enter')
  await expect(records.dialog).toBeHidden()
  const { form_definition: items } = await database
    .selectFrom('eform')
    .select('form_definition')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  expect(items).toMatchObject([
    { type: 'paragraph', text: 'The vaccine protects you from flu.' },
    { type: 'radio', label: 'Do you have a fever?' },
    {
      type: 'radio',
      id: 'radio-2',
      label: 'Allergic to eggs',
      alerts: [
        {
          level: 'warning',
          text: 'Allergic to eggs',
          when: { conditions: [{ item: 'radio-2', operator: 'is', value: 'yes' }] },
        },
      ],
    },
    {
      type: 'text',
      label: 'Which reaction?',
      show_when: { conditions: [{ item: 'radio-2', operator: 'is', value: 'yes' }] },
    },
    { type: 'checkbox', label: 'I agree to be vaccinated', required: true },
    { type: 'signature', label: 'Your signature' },
  ])
})
