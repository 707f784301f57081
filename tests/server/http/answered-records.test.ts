import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import { type Permission, permissions } from '#lib/contract/permissions.ts'
import { some } from '../../amount.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { call, makeSample, operations } from './operation-samples.ts'

/* Whoever may write a person's record and not see it does not get it as the answer. */

const server = await runTestServer()

/** Fields that only records of people have. */
const PERSONAL = [
  ...['dob', 'nhs_number', 'patient', 'patient_id', 'patient_name', 'person_name'],
  // Of outcomes, allergies, and places on the waiting list, which name nobody.
  ...['recorded_by_name', 'none_known', 'joined'],
]

const NOT_ANSWERED_WITH_A_RECORD: Partial<Record<OperationKey, string>> = {
  'POST admin/users/': 'what was sent',
  'POST admin/check-duplicate-user/': 'who is like what was sent, for those who create people',
  // A view leaves out the appointments that the caller may not see.
  'POST admin/availabilities/preview/': 'orphaned appointments',
  'POST admin/users/{id}/preview/': 'orphaned appointments',
  'POST admin/rooms/{id}/preview/': 'orphaned appointments',
  'POST admin/staff/{id}/preview/': 'orphaned appointments',
  'POST admin/staffcompetencies/{id}/preview/': 'orphaned appointments',
  'POST admin/appointmenttypes/{id}/preview/': 'orphaned appointments',
  // These withhold what the caller may not see.
  'POST admin/submittedforms/': 'forms',
  'PUT admin/submittedforms/{id}/': 'forms',
}

function listFields({ response }: Operation): string[] {
  if (!response) return []
  const fields = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('properties' in value)
      for (const name of Object.keys(value.properties ?? {})) fields.add(name)
    for (const inner of Object.values(value)) walk(inner)
  }
  walk(z.toJSONSchema(response, { io: 'input', unrepresentable: 'any' }))
  return [...fields]
}

const answered = operations.filter(
  ([key, definition]) =>
    definition.audience === 'admin' &&
    !key.startsWith('GET ') &&
    !(key in NOT_ANSWERED_WITH_A_RECORD) &&
    listFields(definition).some((field) => PERSONAL.includes(field)),
)
const findViewPermission = ({ permission, andPermission }: Operation): Permission | undefined =>
  [permission, andPermission].find((name) => name?.includes('.view_'))

test('the calls are those that write about a person, and name what they show', () => {
  const named = answered.map(
    ([key, of]) => `${key.replace(' admin/', ' ')}: ${findViewPermission(of)}`,
  )
  expect(named.toSorted()).toEqual([
    'DELETE appointments/{id}/: clinic.view_appointment',
    'DELETE appointments/{id}/outcomes/{recorded_id}/: clinic.view_outcome',
    'DELETE patientadvices/{id}/: clinic.view_patientadvice',
    'DELETE vaccinationhistories/{id}/: clinic.view_vaccinationhistory',
    'PATCH appointments/{id}/mark_as_did_not_attend/: clinic.view_appointment',
    'PATCH patientadvices/{id}/: clinic.view_patientadvice',
    'PATCH users/{id}/: clinic.view_user',
    'POST appointments/: clinic.view_appointment',
    'POST appointments/series/: clinic.view_appointment',
    'POST appointments/{id}/outcomes/: clinic.view_outcome',
    'POST clinic/waiting-list/: clinic.view_waiting_list',
    'POST clinic/waiting-list/{id}/offers/: clinic.view_waiting_list',
    'POST clinic/waiting-list/{id}/offers/{offer_id}/accept/: clinic.view_waiting_list',
    'POST clinic/waiting-list/{id}/offers/{offer_id}/decline/: clinic.view_waiting_list',
    'POST correctionrequests/{id}/decide/: clinic.view_user',
    'POST messages/{id}/try-again/: clinic.view_message',
    'POST patientadvices/: clinic.view_patientadvice',
    'POST vaccinationhistories/: clinic.view_vaccinationhistory',
    'PUT appointments/{id}/: clinic.view_appointment',
    'PUT appointments/{id}/complete_appointment/: clinic.view_appointment',
    'PUT appointments/{id}/outcomes/{recorded_id}/: clinic.view_outcome',
    'PUT appointments/{id}/reinstate_appointment/: clinic.view_appointment',
    'PUT patient-records/{id}/allergies/: clinic.view_user',
    'PUT patientadvices/{id}/: clinic.view_patientadvice',
    'PUT users/{id}/: clinic.view_user',
    'PUT vaccinationhistories/{id}/: clinic.view_vaccinationhistory',
  ])
})

describe.each(some(answered, 6))('%s', (key, definition) => {
  test('is refused to those who hold all but that, and changes nothing', async () => {
    const view = findViewPermission(definition)
    const sample = await makeSample(server, key)
    const sent = async (held: readonly Permission[]) => {
      const { headers } = await addStaffUser(server, held)
      const before = await everything()
      const answer = await call(server, key, {
        ...sample,
        headers: { ...sample.headers, ...headers },
      })
      return { outcome: answer.outcome, isSame: (await everything()) === before }
    }
    const writer = await sent(permissions.filter((name) => name !== view))
    expect(writer).toEqual({ outcome: '403 not_allowed', isSame: true })
    // Nothing else was amiss with it.
    expect((await sent(permissions)).outcome).toBe(String(definition.status))
  })
})

/** Of all tables, as one text. */
async function everything(): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select string_agg(md5(query_to_xml(format('select * from %I order by 1::text', table_name),
      true, false, '')::text), ' ' order by table_name) as all
    from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.database.db)
  return rows[0]?.all ?? ''
}
