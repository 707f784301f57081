import type { AdminScreen } from '#islands/admin/resources/admin-screen.ts'
import { siteScreen } from '#islands/admin/resources/screens/sites.ts'
import { adminScreens } from '#islands/admin/resources/screens.ts'
import { HOURS_DAYS } from '#lib/contract/opening-hours.ts'
import { permissions } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import { expectAccessible, expectNothingCutOff } from '../accessible.ts'
import { addColleague, become } from '../identity/signed-in.ts'
import { expect, test } from '../journey.ts'
import { unique } from '../unique.ts'
import { formatTitle, openRecords } from './records-page.ts'

/** Makes a record of this journey's own that others refer to. @returns its name. */
const referred: Record<string, (database: Database, mark: string) => Promise<string>> = {
  users: async (database, mark) => {
    await addColleague(database, { lastName: `Marsh-${mark}` })
    return `Rosa Marsh-${mark}`
  },
  allergies: async (database, mark) => {
    await database
      .insertInto('allergy')
      .values({ name: `Referred ${mark}` })
      .execute()
    return `Referred ${mark}`
  },
  gpsurgeries: async (database, mark) => {
    await database
      .insertInto('gp_surgery')
      .values({ name: `Referred ${mark}` })
      .execute()
    return `Referred ${mark}`
  },
  groups: async (database, mark) => {
    await database
      .insertInto('permission_group')
      .values({ name: `Referred ${mark}` })
      .execute()
    return `Referred ${mark}`
  },
}

/** What a journey enters into each field, and the words by which the record is found. */
async function valuesFor(screen: AdminScreen, database: Database, mark: string) {
  const values: Record<string, string | boolean> = {}
  const shown = screen.sections.filter(({ only }) => only !== 'superuser')
  for (const { field, kind, choices, later } of shown.flatMap(({ fields }) => fields)) {
    // The builder has a journey of its own, and so have webhooks. Rows are tried among the islands.
    if (later || kind === 'form' || kind === 'choices' || kind === 'prices') continue
    const from = screen.of.references[field]?.from ?? ''
    if (kind === 'reference' || kind === 'references') {
      const refer = referred[from]
      // Others are optional, and of a kind that these show.
      if (refer) values[field] = await refer(database, mark)
    } else if (field in own) values[field] = own[field]?.(mark) ?? ''
    else if (kind === 'checkbox') values[field] = true
    else if (kind === 'select') values[field] = choices?.at(-1)?.label ?? ''
    else if (kind === 'permissions' || kind === 'permissionIds') values[field] = 'View sites'
    else if (field === 'slug') values[field] = `journey-${mark}`
    else values[field] = ofKind[kind](mark)
  }
  return values
}
/** Where not every text of its kind will do. */
const own: Record<string, (mark: string) => string> = {
  dob: () => '1980-03-31',
  username: (mark) => `journey.${mark}`,
  // Nobody else's: who has the same one may be the same person.
  nhs_number: () => '',
  ...Object.fromEntries(HOURS_DAYS.map((day) => [`${day}_hours`, () => '9am to 5:30pm'])),
}
const ofKind = {
  text: (mark: string) => `J ${mark}`,
  sentence: (mark: string) => `About ${mark}`,
  paragraph: (mark: string) => `About ${mark}`,
  template: (mark: string) => `About ${mark}`,
  message: (mark: string) => `About ${mark}`,
  email: (mark: string) => `${mark}@example.test`,
  tel: () => '01632 960 123',
  date: () => '2031-05-04',
  pin: () => '1357',
  number: () => '20',
  times: () => '5 days, 3 hours',
  degrees: () => '-0.5',
  money: () => '12.50',
}

test('the menu leads to every list', async ({ page, database }) => {
  await become(page, database, await addColleague(database, { lastName: 'Byron', permissions }))
  await page.goto('/')
  await page.getByRole('banner').getByText('Admin', { exact: true }).click()
  for (const screen of adminScreens) {
    const link = page
      .getByRole('banner')
      .getByRole('link', { name: formatTitle(screen), exact: true })
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('href', `/admin/${screen.of.screen}`)
  }
})

const findKinds = ({ sections }: AdminScreen) =>
  sections
    .flatMap(({ lookup, fields }) => [lookup, ...fields.map(({ kind }) => kind)])
    // The builder has a journey of its own, and so have webhooks.
    .filter((kind) => kind !== undefined && kind !== 'form' && kind !== 'choices')

/** Those whose forms have a kind of field that none before has: to a browser the others are like them. */
const forms = adminScreens.filter(
  (screen, index) =>
    !screen.of.readOnly &&
    findKinds(screen).some(
      (kind) => !adminScreens.slice(0, index).flatMap(findKinds).includes(kind),
    ),
)

for (const screen of forms) {
  const { of } = screen
  test(`${of.many} are added by a form that everyone can use, and found`, async ({
    page,
    database,
  }) => {
    const mark = unique()
    const values = await valuesFor(screen, database, mark)
    const records = await openRecords(page, database, screen)
    await records.add()
    await records.save()
    await expect(records.problems).toBeFocused()
    await expectAccessible(page)
    await records.enter(values)
    await page.setViewportSize({ width: 320, height: 900 })
    await expectNothingCutOff(page)
    await records.save()
    await expect(page.getByText(`The ${of.name} has been added.`)).toBeVisible()
    await records.find(mark, 1)
    await expectNothingCutOff(page)
  })
}

test('a double click opens a dialog and does not close it again; a press beside it does', async ({
  page,
  database,
}) => {
  await openRecords(page, database, siteScreen)
  const dialog = page.getByRole('dialog')
  const add = page.getByRole('button', { name: 'Add site' })
  // Fetched once, it opens at once: the second click lands beside it.
  for (const open of [() => add.click(), () => add.dblclick()]) {
    await open()
    await expect(dialog.getByRole('heading', { name: 'Add site' })).toBeVisible()
    await page.mouse.click(5, 5)
    await expect(dialog).toBeHidden()
  }
})
