import { afterAll, describe, test } from 'vitest'
import { hashPin } from '#server/identity/pin.ts'
import { CHEAP_PIN } from '../cheap-pin.ts'
import { updateRows } from '../rows.ts'
import { addSignedIn } from '../signed-in.ts'
import { setNow, startTestServer } from '../test-server.ts'
import { type Clinic, setsUpTheClinic } from './administrator.ts'
import { createClient } from './client.ts'
import { cliniciansPlan, cliniciansSeePatients, theDayEnds } from './clinicians.ts'
import {
  guestsBook,
  patientsBookAndFillIn,
  patientsSeeTheirRecord,
  visitorsBrowse,
} from './patients.ts'

/*
 * The day of a clinic, in the calls and with the fields of the specification alone: no versions, no
 * reasons, no ids where it has addresses, no body where it has none. Where a client needs more,
 * docs/decisions/0051 says so.
 */
const server = await startTestServer({ demoProvider: true })
afterAll(() => server.stop())

const apiBase = `${server.url}/api`
const clinic: Clinic = {}

/** Signing in is the identity provider's part. */
async function credentials(someone: Parameters<typeof addSignedIn>[1]) {
  const { headers } = await addSignedIn(server, someone)
  return headers
}

const visitor = createClient(apiBase, {})
const admin = createClient(
  apiBase,
  await credentials({ person: { is_staff: true, is_superuser: true } }),
)
const patient = createClient(apiBase, await credentials({ person: { dob: '1985-03-01' } }))
const ofClinician: Record<string, string> = {}
const clinician = createClient(apiBase, ofClinician)

describe('An administrator', () => setsUpTheClinic(admin, clinic))

describe('A visitor', () => visitorsBrowse(visitor, clinic))
describe('A guest', () => guestsBook(visitor, apiBase, clinic))
describe('A patient', () => patientsBookAndFillIn(patient, clinic))

describe('A clinician', () => {
  test('signs in', async () => {
    const { id = 0 } = clinic['user'] ?? {}
    Object.assign(ofClinician, await credentials({ personId: id }))
    const pin_hash = await hashPin('4821', CHEAP_PIN)
    await updateRows(server.database.db, 'staff', { person_id: id }, { pin_hash })
  })
  cliniciansPlan(clinician, clinic)
  test('waits for the patient', () => {
    const later = Date.parse(String(clinic['appointment']?.['start'])) + 1_800_000
    setNow(server, new Date(later).toISOString())
  })
  cliniciansSeePatients(clinician, clinic)
})

describe('The patient', () => patientsSeeTheirRecord(patient, clinic))
describe('In the evening', () => theDayEnds(admin, clinic))
