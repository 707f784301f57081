import type { Page } from '@playwright/test'
import { isFull } from '../../tests/amount.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { addPatient, become } from '../identity/signed-in.ts'
import { test as base, expect } from '../journey.ts'
import { tabTo } from '../tab-to.ts'
import { unique } from '../unique.ts'
import { ProfilePage } from './profile-page.ts'

const test = base.extend<{ profile: ProfilePage }>({
  /** Of a patient of this journey's own, signed in once before. */
  profile: async ({ page, database }, use) => {
    const ivy = await addPatient(database, {
      first_name: 'Ivy',
      last_name: `Marlow-${unique()}`,
      email: 'ivy@example.test',
      mobile: '07700 900 111',
      dob: '1990-05-06',
      address1: '3 Mill Lane',
      city: 'Saltmere',
      postcode: 'ZZ1 2BB',
      is_portal_user: true,
    })
    await become(page, database, ivy)
    const profile = new ProfilePage(page)
    await profile.open()
    await use(profile)
  },
})

const more = isFull ? test : test.skip

test('leaving with something unsaved is asked about, by the page and by the browser', async ({
  page,
  profile,
}) => {
  await profile.change('name')
  await profile.cancel.click()
  await expect(profile.heading).toHaveText('Your details')
  await expect(profile.heading).toBeFocused()

  await profile.change('name')
  await profile.field('First name').fill('Ivory')
  await profile.cancel.click()
  await expect(profile.leaveQuestion).toBeFocused()
  await profile.leaveQuestion.getByRole('button', { name: 'Keep editing' }).click()
  await expect(profile.field('First name')).toHaveValue('Ivory')

  const asked = page.waitForEvent('dialog')
  const left = page.goto('/about').catch(() => null)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await left
  await expect(profile.field('First name')).toHaveValue('Ivory')

  await profile.cancel.click()
  await profile.leaveQuestion.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(profile.answer('Name')).toContainText('Ivy')
  await page.goto('/about')
  await expect(page).toHaveURL('/about')
})

test.describe('wide and narrow, in light and dark', () => {
  const everyoneCanUse = async (page: Page) => {
    for (const width of [1440, 768, 320]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNothingCutOff(page)
      if (width !== 768) await expectAccessibleInBothThemes(page)
    }
  }

  more(
    'everyone can read their details, use the form, and answer whether to leave',
    async ({ page, profile }) => {
      await everyoneCanUse(page)
      await profile.change('name')
      await profile.field('First name').fill('')
      await profile.lookUp('Add an allergy', 'lat', 'Latex')
      await profile.save.click()
      await expect(profile.summary).toBeFocused()
      await everyoneCanUse(page)
      await profile.cancel.click()
      await expect(profile.leaveQuestion).toBeFocused()
      await everyoneCanUse(page)
    },
  )
})

test.describe('on the narrowest screen', () => {
  test.use({ viewport: { width: 320, height: 640 } })

  more('a change works by keyboard alone', async ({ page, profile }) => {
    await tabTo(page, profile.main.getByRole('link', { name: 'Change mobile phone number' }))
    await page.keyboard.press('Enter')
    await expect(profile.field('Mobile phone number')).toBeFocused()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('07700 900 222')
    await tabTo(page, page.getByRole('combobox', { name: 'Add an allergy' }))
    await page.keyboard.type('latex')
    await expect(page.getByRole('option', { name: 'Latex' })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Shift+Tab')
    await expect(profile.main.getByRole('button', { name: 'Remove Latex' })).toBeFocused()
    await tabTo(page, profile.save)
    await page.keyboard.press('Enter')
    await profile.isSaved()
    await expect(profile.answer('Mobile phone number')).toContainText('07700 900 222')
    await expect(profile.answer('Allergies')).toContainText('Latex')
  })
})
