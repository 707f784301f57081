import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { insertGroups } from '#demo/data/groups.ts'
import { permissionTo } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { isFull } from '../../amount.ts'
import { addGuest } from '../clinic-factory.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { addSignedIn, sessionHeaders } from '../signed-in.ts'
import { runTestServer, type TestServer } from '../test-server.ts'
import { expectErrorShape } from './expect-clean.ts'
import { promisedBy } from './expect-promised.ts'
import {
  call,
  distinct,
  isOwnAlone,
  isReading,
  kinds,
  makeSample,
  operations,
} from './operation-samples.ts'

/*
 * Every call of the contract, as every kind of caller, on a record that is none of theirs: who may,
 * gets what the contract promises; who may not gets the one refusal that the policy names, and learns nothing from it.
 */

type Caller = {
  name: string
  /** What they send; with another sign-in next time where the call may end this one. */
  headers: (mayEnd: boolean) => Promise<Record<string, string>>
  /** Holds a guest access token. */
  isGuest?: boolean
  isSignedIn?: boolean
  isStaff?: boolean
  /** Signed in too long ago for some steps. */
  isStale?: boolean
  permissions?: readonly string[]
  /** Nobody any more: sessions are read in one place for all calls. */
  isOver?: boolean
}

const server = await runTestServer()
const callers = await makeCallers(server)
const expectPromised = await promisedBy(server)

test('the callers are of every kind', () => {
  expect(callers.map(({ name }) => name)).toEqual([
    'anonymous',
    'guest',
    'patient',
    'clinician without permissions',
    'Administrators',
    'Clinicians',
    'Reception',
    'Patients',
    'patient with every permission',
    'superuser',
    'superuser who signed in long ago',
    'inactive person',
    'expired session',
    'idle session',
  ])
})

// What one definition makes of each resource is walked for two of them, and in full for all.
const walked = distinct(operations)
const others = operations.filter((one) => !walked.includes(one))

test.each(others)('%s is closed to all without its permission', async (key, definition) => {
  const kept = callers.filter((one) => !one.isStale && !isForStaff(definition, one))
  expect(kept.map(({ name }) => name)).toContain('patient with every permission')
  expect(kept.map(({ name }) => name)).toContain('clinician without permissions')
  for (const caller of kept) {
    const answer = await call(server, key, {
      params: { id: 1 },
      headers: await caller.headers(false),
    })
    expect(answer.outcome, caller.name).toBe(expected(key, definition, caller))
    expectErrorShape(answer, `${key} ${caller.name}`)
  }
})

describe.each(walked)('%s', (key, definition) => {
  test('is answered as the policy says, whoever asks', async () => {
    let owned: Awaited<ReturnType<typeof ownedSample>> | null = null
    const mayEnd = /log|session/.test(key)
    const done = String(definition.status)
    const asking = askingFor(key, definition)
    const last = asking.findLast((one) => expected(key, definition, one) === done)
    // Whom `operations.test.ts` does not try.
    if (definition.audience === 'admin' && !isOwnAlone(key)) expect(last).toBeDefined()
    for (const caller of asking) {
      owned ??= await ownedSample(key)
      const { sample, owner } = owned
      // A colleague's PIN says nothing about who asks.
      const pin = sample.headers?.['Clinician-Pin-Code']
      const headers = {
        ...(await caller.headers(mayEnd)),
        ...(pin && { 'Clinician-Pin-Code': pin }),
      }
      const answer = await call(server, key, { ...sample, headers })
      const about = `${caller.name}: ${answer.text.slice(0, 200)}`
      expect(answer.outcome, about).toBe(expected(key, definition, caller))
      if (answer.status >= 400) expectErrorShape(answer, about)
      if (caller === last) expectPromised(key, sample, answer)
      if (!isForStaff(definition, caller)) {
        for (const name of owner) expect(answer.text, about).not.toContain(name)
      }
      // Whoever is refused leaves it for the next.
      if (answer.status < 400 && !isReading(key)) owned = null
    }
  })
})

/** Where who asks makes a difference: to the policy, and to what a call of staff looks at. */
function standing(key: OperationKey, definition: Operation, caller: Caller): string {
  const { isSignedIn, isGuest, isStaff, permissions = [] } = caller
  const asStaff = isSignedIn && [
    isStaff,
    isForStaff(definition, { ...caller, isStaff: true }),
    permissions.length > 0 && mayForOthers(key, caller),
  ]
  const outcome = expected(key, definition, caller)
  return JSON.stringify([
    outcome,
    definition.audience === 'admin' ? asStaff : [isSignedIn, isGuest],
  ])
}

/** One of each standing, by turns, and always nobody at all. To the first call of each kind, and in full, all. */
function askingFor(key: OperationKey, definition: Operation): Caller[] {
  if (isFull || kinds([key]).length > 0) return callers
  const turn = operations.findIndex(([one]) => one === key)
  const alike = Object.values(
    Object.groupBy(
      callers.filter(({ isOver }) => !isOver),
      (caller) => standing(key, definition, caller),
    ),
  ) as Caller[][]
  return alike.map((all) => all.find(isNobody) ?? (all[turn % all.length] as Caller))
}

const isNobody = ({ isGuest, isSignedIn }: Caller) => !isGuest && !isSignedIn

async function ownedSample(key: OperationKey) {
  const sample = await makeSample(server, key)
  return { sample, owner: await namesOf(sample.headers) }
}

/** What the policy says of somebody who asks for another person's record. */
function expected(key: OperationKey, definition: Operation, caller: Caller): string {
  const done = String(definition.status)
  if (caller.isStale && (definition.freshSignIn || changesAccess(key))) return '401 sign_in_again'
  switch (definition.audience) {
    case 'public':
      return needsHold(definition) ? '400' : done
    case 'guest':
      if (!caller.isGuest) return '401 not_signed_in'
      return isOfOnePerson(key) ? '404 not_found' : done
    case 'private':
      if (!caller.isSignedIn) return '401 not_signed_in'
      if (needsHold(definition)) return '400'
      if (key === 'PUT private/pin/' && !caller.name.toLowerCase().startsWith('clinician')) {
        return '403 not_allowed'
      }
      return isOfOnePerson(key) ? '404 not_found' : done
    case 'admin':
      if (!caller.isSignedIn) return '401 not_signed_in'
      if (isForStaff(definition, caller) && isAskedForPin(key, caller)) return '400'
      if (!isForStaff(definition, caller) || !mayForOthers(key, caller)) return '403 not_allowed'
      // Only who sees patients has a schedule.
      if (key.includes('/calendar-feed/') && caller.name !== 'Clinicians') return '403 not_allowed'
      return isOwnAlone(key) ? '404 not_found' : done
  }
}

/** What somebody needs besides where the record is another clinician's. */
const FOR_OTHERS: Partial<Record<OperationKey, Permission>> = {
  'POST admin/groups/': 'clinic.user_admin',
  'PUT admin/groups/{id}/': 'clinic.user_admin',
  'DELETE admin/groups/{id}/': 'clinic.user_admin',
  'GET admin/clinician-dashboard/': 'clinic.view_other_appointments',
  'GET admin/clinician-upcoming-appointments/': 'clinic.view_other_appointments',
  'GET admin/dashboard-total-income/': 'clinic.view_other_appointments',
  'GET admin/dashboard-appointments-logs/': 'clinic.view_other_appointments',
  'GET admin/dashboard-appointment-types/': 'clinic.view_other_appointments',
  'GET admin/temporary-reporting/': 'clinic.view_other_appointments',
  'GET admin/temporary-reporting/export/': 'clinic.view_other_appointments',
  'GET admin/staffcompetencies/expiring/': 'clinic.select_user',
  'GET admin/appointments/{id}/': 'clinic.view_other_appointments',
  'PUT admin/appointments/{id}/': 'clinic.view_other_appointments',
  'POST admin/appointments/': 'clinic.view_other_appointments',
  'POST admin/appointments/series/': 'clinic.view_other_appointments',
  'DELETE admin/appointments/{id}/': 'clinic.view_other_appointments',
  'PUT admin/appointments/{id}/complete_appointment/': 'clinic.view_other_appointments',
  'PATCH admin/appointments/{id}/mark_as_did_not_attend/': 'clinic.view_other_appointments',
  // Whoever gave it its status may also take that back; the sample's is nobody's.
  'PUT admin/appointments/{id}/reinstate_appointment/': 'clinic.change_outcome',
  'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/':
    'clinic.view_other_appointments',
  'POST admin/vaccinationhistories/check/': 'clinic.view_other_appointments',
  'POST admin/vaccinationhistories/': 'clinic.view_other_appointments',
  'PUT admin/vaccinationhistories/{id}/': 'clinic.view_other_appointments',
  'DELETE admin/vaccinationhistories/{id}/': 'clinic.view_other_appointments',
  'GET admin/appointments/{id}/outcomes/': 'clinic.view_other_appointments',
  'POST admin/appointments/{id}/outcomes/': 'clinic.view_other_appointments',
  'PUT admin/appointments/{id}/outcomes/{recorded_id}/': 'clinic.view_other_appointments',
  'DELETE admin/appointments/{id}/outcomes/{recorded_id}/': 'clinic.view_other_appointments',
  'GET admin/appointmentoutcomes/{id}/render/': 'clinic.view_other_appointments',
  'POST admin/appointmentoutcomes/preview/': 'clinic.view_other_appointments',
  'POST admin/messagetemplates/preview/': 'clinic.view_other_appointments',
  'GET admin/forms/{id}/': 'eforms.view_other_forms',
  'POST admin/savedforms/': 'eforms.view_other_forms',
  'GET admin/savedforms/{id}/': 'eforms.view_other_forms',
  'PUT admin/savedforms/{id}/': 'eforms.view_other_forms',
  'POST admin/submittedforms/': 'eforms.view_other_forms',
  'GET admin/submittedforms/{id}/': 'eforms.view_other_forms',
  'GET admin/submittedforms/{id}/questionnaire-response/': 'eforms.view_other_forms',
  'PUT admin/submittedforms/{id}/': 'eforms.view_other_forms',
  'POST admin/clinicianforms/': 'eforms.view_other_forms',
  'GET admin/clinicianforms/{id}/': 'eforms.view_other_forms',
  'PUT admin/clinicianforms/{id}/': 'eforms.view_other_forms',
  'PUT admin/savedforms/{id}/upload_file/': 'eforms.view_other_forms',
  'PUT admin/submittedforms/{id}/upload_file/': 'eforms.view_other_forms',
  'PUT admin/clinicianforms/{id}/upload_file/': 'eforms.view_other_forms',
  'GET admin/files/{id}/': 'eforms.view_other_forms',
  'GET admin/patientadvices/{id}/': 'clinic.view_other_appointments',
  'POST admin/patientadvices/': 'clinic.view_other_appointments',
  'PUT admin/patientadvices/{id}/': 'clinic.change_patientadvice',
  'PATCH admin/patientadvices/{id}/': 'clinic.change_patientadvice',
  'DELETE admin/patientadvices/{id}/': 'clinic.view_other_appointments',
  'GET admin/check-availability/': 'clinic.view_other_appointments',
  'GET admin/appointment-planner/': 'clinic.view_other_appointments',
  'GET admin/availability-choices/': 'clinic.select_user',
  'GET admin/availabilities/{id}/': 'clinic.view_other_appointments',
  'POST admin/availabilities/': 'clinic.create_other_availability',
  'PUT admin/availabilities/{id}/': 'clinic.edit_other_availability',
  'DELETE admin/availabilities/{id}/': 'clinic.delete_other_availability',
  'POST admin/availabilities/preview/': 'clinic.view_other_appointments',
  'GET admin/available_appointment_types/': 'clinic.view_other_appointments',
  // What a file is taken into may be there already.
  'POST admin/competencies/import/': 'clinic.change_competency',
  'POST admin/gpsurgeries/import/': 'clinic.change_gpsurgery',
  'POST admin/users/import/': 'clinic.change_user',
  // A call of several actions asks for what the one takes that it is asked for.
  ...Object.fromEntries(
    adminResources
      .filter((of) => 'bulk' in of)
      .map((of) => [`POST admin/${of.path}/bulk/`, permissionTo('delete', of)]),
  ),
  // Whoever manages guests alone decides nothing about patients.
  'POST admin/potential-duplicate-users/': 'clinic.can_manage_duplicates',
  'POST admin/potential-duplicate-users/preview/': 'clinic.can_manage_duplicates',
  'POST admin/potential-duplicate-users/not-the-same/': 'clinic.can_manage_duplicates',
  'POST admin/potential-duplicate-users/not-the-same/undo/': 'clinic.can_manage_duplicates',
  'POST admin/potential-duplicate-users/{id}/undo/': 'clinic.can_manage_duplicates',
}

const isForStaff = (definition: Operation, { isStaff, permissions = [] }: Caller) =>
  definition.audience === 'admin' &&
  isStaff === true &&
  [definition.permission, definition.orPermission].some(
    (needed) => needed !== undefined && permissions.includes(needed),
  ) &&
  (definition.andPermission === undefined || permissions.includes(definition.andPermission))

const mayForOthers = (key: OperationKey, { permissions = [] }: Caller) =>
  FOR_OTHERS[key] === undefined || permissions.includes(FOR_OTHERS[key])

/** Who may act for other clinicians with their PIN. */
const isAskedForPin = (key: OperationKey, caller: Caller) =>
  /^(?:POST|PUT|DELETE) admin\/availabilities\/(?:\{id\}\/)?$/.test(key) &&
  !mayForOthers(key, caller) &&
  caller.permissions?.includes('clinic.select_user') === true

/** Somebody begins or ends to work here. */
const changesAccess = (key: OperationKey) =>
  /^POST admin\/staff\/(?:$|bulk|\{id\}\/preview)|^DELETE admin\/staff\//.test(key)

const isOfOnePerson = (key: OperationKey) =>
  /^GET public\/(?:patient-record|patientadvices|vaccinationhistories)\//.test(key) ||
  /^POST (?:public|private)\/(?:saved|submitted)forms\//.test(key) ||
  (key.includes('{id}') && !/private\/(allergies|vaccineproducts)\//.test(key))
const needsHold = ({ headers }: Operation) => headers?.['Slot-Hold-Token'] === 'required'

const known = new Map<string, Promise<string[]>>()

function namesOf(headers: Record<string, string> = {}): Promise<string[]> {
  const who = JSON.stringify(headers)
  const names = known.get(who) ?? readNames(headers)
  known.set(who, names)
  return names
}

/** Names that stand for the person whose record a sample is about. */
async function readNames(headers: Record<string, string>): Promise<string[]> {
  const whoAmI = [
    ...(headers['Guest-User-Access-Token'] ? (['GET public/check-guest-user/'] as const) : []),
    ...(headers['Cookie'] ? (['GET private/is-logged-in/'] as const) : []),
  ]
  const answers = await Promise.all(whoAmI.map((key) => call(server, key, { headers })))
  return answers
    .filter(({ status }) => status === 200)
    .flatMap(({ body }) => [body['full_name'], body['uuid']])
    .filter((name) => typeof name === 'string')
}

async function makeCallers(on: TestServer): Promise<Caller[]> {
  const { db } = on.database
  // While nobody is there: they are not to put anybody into a group.
  await insertGroups(db, new Date())
  const guest = await addGuest(db)
  const signedIn = async (someone: Parameters<typeof addSignedIn>[1] = {}) => {
    const { id, accountId } = await addSignedIn(on, someone)
    let lasting: Record<string, string> | null = null
    const headers = async (mayEnd: boolean) => {
      const sent = lasting ?? (await sessionHeaders(on, accountId))
      lasting = mayEnd ? null : sent
      return sent
    }
    return { id, headers }
  }
  const patient = await signedIn({ person: { is_portal_user: true } })
  const clinician = await signedIn({ clinician: true })
  const member = async (name: string, someone: Parameters<typeof addSignedIn>[1]) => {
    const { id, headers } = await signedIn(someone)
    const isStaff = name !== 'Patients'
    return { name, headers, isSignedIn: true, isStaff, permissions: await join(on, id, name) }
  }
  const overreaching = await signedIn({ permissions })
  const superuser = await signedIn({ person: { is_superuser: true } })
  const stale = await addSignedIn(on, { person: { is_superuser: true } })
  const signedInLongAgo = async () => {
    const headers = await sessionHeaders(on, stale.accountId)
    const long = { authenticated_at: sql<Date>`now() - interval '1 hour'` }
    await updateRows(db, 'session', { account_id: stale.accountId }, long)
    return headers
  }
  let longSignedIn: Record<string, string> | null = null
  const inactive = await signedIn({ person: { is_superuser: true, is_active: false } })
  /** A superuser's session that was over ten days ago; another one each time, since it may be removed. */
  const longAgo = async (column: 'expires_at' | 'last_seen') => {
    const { accountId } = await addSignedIn(on, { person: { is_superuser: true } })
    const past = { [column]: sql<Date>`now() - interval '10 days'` }
    return async () => {
      const headers = await sessionHeaders(on, accountId)
      await updateRows(db, 'session', { account_id: accountId }, past)
      return headers
    }
  }
  return [
    { name: 'anonymous', headers: async () => ({}) },
    {
      name: 'guest',
      headers: async () => ({ 'Guest-User-Access-Token': guest.token }),
      isGuest: true,
    },
    { name: 'patient', headers: patient.headers, isSignedIn: true },
    {
      name: 'clinician without permissions',
      headers: clinician.headers,
      isSignedIn: true,
      isStaff: true,
    },
    await member('Administrators', { person: { is_staff: true } }),
    await member('Clinicians', { clinician: true }),
    await member('Reception', { person: { is_staff: true } }),
    await member('Patients', {}),
    {
      name: 'patient with every permission',
      headers: overreaching.headers,
      isSignedIn: true,
      permissions,
    },
    {
      name: 'superuser',
      headers: superuser.headers,
      isSignedIn: true,
      isStaff: true,
      permissions,
    },
    {
      name: 'superuser who signed in long ago',
      headers: async (mayEnd) => {
        const sent = longSignedIn ?? (await signedInLongAgo())
        longSignedIn = mayEnd ? null : sent
        return sent
      },
      isSignedIn: true,
      isStaff: true,
      isStale: true,
      permissions,
    },
    { name: 'inactive person', headers: inactive.headers, isOver: true },
    { name: 'expired session', headers: await longAgo('expires_at'), isOver: true },
    { name: 'idle session', headers: await longAgo('last_seen'), isOver: true },
  ]
}

/** Puts somebody into a demo group. @returns what it may do. */
async function join(on: TestServer, personId: number, group: string): Promise<string[]> {
  const { db } = on.database
  const { id } = await oneRow(db, 'permission_group', { name: group })
  await insertRow(db, 'person_permission_group', { person_id: personId, permission_group_id: id })
  const rows = await db
    .selectFrom('permission_group_permission')
    .innerJoin('permission', 'permission.id', 'permission_id')
    .where('permission_group_id', '=', id)
    .select('name')
    .execute()
  return rows.map(({ name }) => name)
}
