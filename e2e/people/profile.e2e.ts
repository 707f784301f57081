import type { Locator, Page } from '@playwright/test'
import type { Database } from '#server/database/connection.ts'
import { isFull } from '../../tests/amount.ts'
import type { SignedInPerson } from '../../tests/server/signed-in.ts'
import { expectAccessibleInBothThemes, expectNothingCutOff } from '../accessible.ts'
import { AccountMenu, chooseAndClose } from '../identity/account-menu.ts'
import { addPatient, become } from '../identity/signed-in.ts'
import { test as base, expect } from '../journey.ts'
import { unique } from '../unique.ts'
import { ProfilePage } from './profile-page.ts'

type Fixtures = { profile: ProfilePage; ivy: SignedInPerson }

const test = base.extend<Fixtures>({
  /** A patient of this journey's own, signed in once before. */
  ivy: async ({ database }, use) => {
    await use(
      await addPatient(database, {
        first_name: 'Ivy',
        last_name: `Marlow-${unique()}`,
        email: 'ivy@example.test',
        mobile: '07700 900 111',
        dob: '1990-05-06',
        address1: '3 Mill Lane',
        city: 'Saltmere',
        postcode: 'ZZ1 2BB',
        is_portal_user: true,
      }),
    )
  },
  profile: async ({ page, database, ivy }, use) => {
    await become(page, database, ivy)
    const profile = new ProfilePage(page)
    await profile.open()
    await use(profile)
  },
})

const more = isFull ? test : test.skip

const held = (database: Database, { id }: { id: number }) =>
  database.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

more(
  'a patient signs in at the provider, and changes a number that is there the next time',
  async ({ page }) => {
    const profile = new ProfilePage(page)
    await page.goto('/user/profile')
    await expect(profile.heading).toHaveText('Sign in to continue')
    const account = new AccountMenu(page)
    const popup = await account.windowOf(() =>
      profile.main.getByRole('link', { name: 'Sign in', exact: true }).click(),
    )
    await chooseAndClose(popup, 'Rosa Whitfield')
    await expect(profile.heading).toHaveText('Your details')
    await expect(profile.answer('Name')).toContainText('Ms Rosa Whitfield')

    const number = `01632 960 ${Math.floor(100 + Math.random() * 900)}`
    await profile.change('landline')
    await expect(profile.field('Landline')).toBeFocused()
    await profile.field('Landline').fill(number)
    await profile.save.click()
    await profile.isSaved()
    await page.reload()
    await expect(profile.answer('Landline')).toContainText(number)
  },
)

more(
  'everything can be changed, and the page follows',
  async ({ page, profile, ivy, database }) => {
    await profile.change('name')
    const name = `Marlow-Reed ${unique()}`
    await profile.field('Title').fill('Dr')
    await profile.field('Last name').fill(` ${name} `)
    await profile.field('Mobile phone number').fill('')
    await profile.lookUp('Find your address', 'chapel row', '1 Chapel Row')
    await expect(profile.field('Address line 1')).toHaveValue('1 Chapel Row')
    for (const part of ['Day', 'Month', 'Year']) await profile.field(part).fill('')
    await profile.field('Gender').selectOption({ label: 'Female' })
    await profile.field('NHS number').fill('943 476 5919')
    await profile.lookUp('GP surgery', 'beacon', 'Beacon')
    await profile.lookUp('Add an allergy', 'pen', 'Penicillin')
    await profile.lookUp('Add an allergy', 'lat', 'Latex')
    await profile.main.getByRole('button', { name: /^Remove Penicillin/ }).click()
    await profile.save.click()
    await profile.isSaved()

    const surgery = await profile.answer('GP surgery').locator('div').first().textContent()
    await expect(profile.answer('Name')).toContainText(`Dr Ivy ${name}`)
    await expect(profile.answer('Mobile phone number')).toContainText('Not given')
    await expect(profile.answer('Date of birth')).toContainText('Not given')
    await expect(profile.answer('Address')).toContainText('1 Chapel Row')
    await expect(profile.answer('NHS number')).toContainText('943 476 5919')
    await expect(profile.answer('Allergies')).toContainText('Latex')
    await expect(profile.answer('Allergies')).not.toContainText('Penicillin')
    await new AccountMenu(page).isOf(`Ivy ${name}`)
    expect(surgery).toContain('Beacon')
    expect(await held(database, ivy)).toMatchObject({
      title: 'Dr',
      last_name: name,
      mobile: '',
      dob: null,
      gender: 2,
      nhs_number: '9434765919',
    })
  },
)

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

async function tabTo(page: Page, control: Locator): Promise<void> {
  for (let stops = 0; stops < 60; stops += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(control).toBeFocused()
}
