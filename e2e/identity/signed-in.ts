import { expect, type Page, test } from '@playwright/test'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import { readSettings } from '#server/settings.ts'
import { addSignedIn, type SignedInPerson, sessionHeaders } from '../../tests/server/signed-in.ts'

/** Like the server under test, as far as sessions go. */
function served(database: Database) {
  const baseURL = test.info().project.use.baseURL ?? ''
  const settings = readSettings({ PORT: new URL(baseURL).port, LOG_LEVEL: 'silent' })
  const services = { db: database, settings }
  return { baseURL, on: { url: baseURL, database: { db: database }, services } }
}

/** Somebody of this journey's own, who is signed in somewhere: no other journey meets them. */
export async function addPatient(
  database: Database,
  person: Record<string, unknown>,
): Promise<SignedInPerson> {
  return await addSignedIn(served(database).on, { person })
}

/** A member of staff, as a clinician or not, and what they may do. */
export async function addColleague(
  database: Database,
  someone: Pick<Parameters<typeof addSignedIn>[1] & object, 'clinician' | 'permissions'> & {
    lastName: string
  },
): Promise<SignedInPerson> {
  const { lastName, ...rights } = someone
  const person = { first_name: 'Rosa', last_name: lastName, is_staff: true }
  return await addSignedIn(served(database).on, { person, ...rights })
}

/** Signs a browser in without the detour by way of the identity provider. */
export async function become(page: Page, database: Database, person: SignedInPerson) {
  const { baseURL, on } = served(database)
  const { Cookie } = await sessionHeaders(on, person.accountId)
  const [name = '', value = ''] = Cookie.split('=')
  expect(value).not.toBe('')
  await page.context().addCookies([{ name, value, url: baseURL, httpOnly: true, sameSite: 'Lax' }])
}

/** Somebody of this journey's own who works here and may do these things. */
export async function addStaff(
  database: Database,
  permissions: readonly Permission[],
): Promise<SignedInPerson> {
  return await addSignedIn(served(database).on, { person: { is_staff: true }, permissions })
}
