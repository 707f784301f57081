import { describe, expect, test } from 'vitest'
import { addPerson, profileDetails } from '../clinic-factory.ts'
import { auditLines, insertRow, oneRow, updateRows } from '../rows.ts'
import { addClinicianUser, addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addGroup, putInGroup } from './permission-group.ts'

const server = await runTestServer()
const db = server.database.db

const details = async ({ ask }: SignedInPerson) =>
  (await ask('GET', '/api/private/user-auth/user_details/')).body

const change = (
  { id, ask }: SignedInPerson,
  method: 'PUT' | 'PATCH',
  body: Record<string, unknown>,
) => ask(method, `/api/private/users/${id}/`, body)

let count = 0
async function addAllergy() {
  count += 1
  const { id, name } = await insertRow(db, 'allergy', { name: `Allergy ${count}` })
  return { id, name }
}

const addSurgery = async () => (await insertRow(db, 'gp_surgery', { name: 'Quay Surgery' })).id

const readTrail = (id: number) =>
  auditLines(db, ['actor_id', 'actor_role', 'action', 'patient_id', 'change'], { subject_id: id })

describe('the details of the person who is signed in', () => {
  test('are all there', async () => {
    const me = await addClinicianUser(server, ['clinic.view_site'], {
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@example.test',
      dob: '1915-12-10',
      username: 'ada',
      is_portal_user: true,
    })
    const allergy = await addAllergy()
    await insertRow(db, 'person_allergy', { person_id: me.id, allergy_id: allergy.id })
    const groupId = await addGroup(db, { name: 'Night shift', held: ['clinic.view_room'] })
    await putInGroup(db, me.id, groupId)
    const api = 'http://localhost:4321/api'
    expect(await details(me)).toEqual({
      id: me.id,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      url: `${api}/private/users/${me.id}/`,
      username: 'ada',
      title: '',
      first_name: 'Ada',
      last_name: 'Lovelace',
      full_name: 'Ada Lovelace',
      email: 'ada@example.test',
      mobile: '',
      landline: '',
      address1: '',
      address2: '',
      city: '',
      county: '',
      nation: '',
      postcode: '',
      reminders: 'email',
      dob: '1915-12-10',
      gender: -1,
      nhs_number: '',
      gp_surgery_id: null,
      gp_surgery: null,
      allergies: [
        { id: allergy.id, url: `${api}/private/allergies/${allergy.id}/`, name: allergy.name },
      ],
      is_active: true,
      is_deceased: false,
      is_portal_user: true,
      is_staff: false,
      is_superuser: false,
      // The calls that read these are not theirs.
      groups: [],
      selected_groups: [{ id: groupId, url: null, name: 'Night shift' }],
      user_permissions: [],
      permissions: ['clinic.view_room', 'clinic.view_site'],
      staff: { id: me.staffId, is_active: true, is_deleted: false },
      identity_is_fixed: false,
      last_login: null,
      date_joined: expect.any(String),
      created: expect.any(String),
      modified: expect.any(String),
    })
  })

  test('say of a staff record that is closed that it is', async () => {
    const me = await addSignedIn(server, { clinician: true })
    await updateRows(db, 'staff', { person_id: me.id }, { is_active: false, is_deleted: true })
    expect(await details(me)).toMatchObject({
      staff: { id: me.staffId, is_active: false, is_deleted: true },
    })
  })
})

describe('a person’s own change', () => {
  test('of everything is kept and given back', async () => {
    const me = await addSignedIn(server)
    const [wasps, nuts] = [await addAllergy(), await addAllergy()]
    const body = {
      ...profileDetails(),
      gp_surgery_id: await addSurgery(),
      allergies: [nuts.id, wasps.id, nuts.id],
    }
    const answer = await change(me, 'PUT', body)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      ...body,
      gp_surgery: { id: body.gp_surgery_id, name: 'Quay Surgery' },
      allergies: [wasps, nuts],
    })
    expect(await details(me)).toEqual(answer.body)
  })

  test('can empty whatever a profile may lack', async () => {
    const me = await addSignedIn(server)
    const allergy = await addAllergy()
    await change(me, 'PUT', {
      ...profileDetails(),
      // With one, staff correct it.
      nhs_number: '',
      gp_surgery_id: await addSurgery(),
      allergies: [allergy.id],
    })
    const nothing = {
      title: '',
      mobile: '',
      landline: ' ',
      dob: null,
      gender: -1,
      address1: '',
      address2: '',
      city: '',
      county: '',
      nation: '',
      postcode: '',
      nhs_number: '',
      gp_surgery_id: null,
      allergies: [],
    }
    const answer = await change(me, 'PUT', { ...profileDetails(), ...nothing })
    expect(answer.body).toMatchObject({ ...nothing, landline: '' })
  })

  test.each(['PUT', 'PATCH'] as const)('as %s keeps what it leaves out', async (method) => {
    const me = await addSignedIn(server)
    await change(me, 'PUT', profileDetails())
    const before = await details(me)
    const after = await change(me, method, { city: 'Elsewhere' })
    expect(after.body).toEqual({
      ...before,
      city: 'Elsewhere',
      modified: expect.not.stringMatching(String(before['modified'])),
    })
  })

  test('is on the trail by the names of what changed, and not when nothing did', async () => {
    const me = await addSignedIn(server)
    const staff = await addStaffUser(server)
    const allergy = await addAllergy()
    await change(me, 'PATCH', { city: 'Saltmere', county: '', allergies: [allergy.id] })
    const { modified } = await details(me)
    await change(me, 'PATCH', { city: 'Saltmere', allergies: [allergy.id] })
    await change(me, 'PATCH', {})
    expect((await details(me))['modified']).toBe(modified)
    await change(staff, 'PATCH', { city: 'Saltmere' })
    const common = { action: 'person.updated' }
    expect(await readTrail(me.id)).toEqual([
      {
        ...common,
        actor_id: me.id,
        actor_role: 'patient',
        patient_id: me.id,
        change: { fields: ['city', 'allergies'], version: 2 },
      },
    ])
    expect(await readTrail(staff.id)).toEqual([
      {
        ...common,
        actor_id: staff.id,
        actor_role: 'staff',
        patient_id: staff.id,
        change: { fields: ['city'], version: 2 },
      },
    ])
  })

  test('of allergies is theirs, and no longer what a clinician stated', async () => {
    const me = await addSignedIn(server)
    const clinician = await addStaffUser(server)
    const allergy = await addAllergy()
    await insertRow(db, 'person_allergy', { person_id: me.id, allergy_id: allergy.id })
    const stated = new Date('2024-06-04T15:45:00Z')
    await insertRow(db, 'allergy_statement', {
      person_id: me.id,
      none_known: false,
      stated,
      stated_by: clinician.id,
    })
    await change(me, 'PATCH', { city: 'Saltmere', allergies: [allergy.id] })
    const statement = () => oneRow(db, 'allergy_statement', { person_id: me.id })
    expect(await statement()).toMatchObject({ stated, stated_by: clinician.id })
    await change(me, 'PATCH', { allergies: [] })
    expect(await statement()).toMatchObject({ none_known: false, stated_by: me.id })
    expect((await statement()).stated.getTime()).toBeGreaterThan(stated.getTime())
  })

  test('with one fault changes nothing, also not what was right', async () => {
    const me = await addSignedIn(server)
    const before = await details(me)
    for (const fault of [
      { dob: '2999-01-01' },
      { gp_surgery_id: 999_999 },
      { allergies: [999_999] },
    ]) {
      const answer = await change(me, 'PATCH', { city: 'Elsewhere', ...fault })
      expect(answer.status, answer.text).toBe(400)
      expect(Object.keys(answer.body)).toEqual(Object.keys(fault))
    }
    expect(await details(me)).toEqual(before)
    expect(await readTrail(me.id)).toEqual([])
  })

  test.each([
    ['first_name', '', 'Enter your first name'],
    ['last_name', ' ', 'Enter your last name'],
    ['email', '', 'Enter an email address in the correct format, like name@example.com'],
    ['email', 'ada@', 'Enter an email address in the correct format, like name@example.com'],
    ['mobile', '123', 'Enter a phone number, like 07700 900 982'],
    ['mobile', '07700 90098', 'Enter all 11 digits of the mobile number'],
    ['mobile', '+44 7700 9009822', 'Enter all 11 digits of the mobile number'],
    ['mobile', '07 no', 'Enter a phone number, like 07700 900 982'],
    ['landline', 'ask my mother', 'Enter a phone number, like 07700 900 982'],
    ['dob', '1899-12-31', 'Year of birth must be 1900 or later'],
    ['nhs_number', '123456789', 'Enter an NHS number of 10 digits, or leave it empty'],
    ['nhs_number', '1234567890', 'Check the NHS number. It is not valid'],
  ])('of %s to %j is refused in the words of the guest form', async (field, value, text) => {
    const answer = await change(await addSignedIn(server), 'PATCH', { [field]: value })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ [field]: [text] })
  })

  test.each([
    'is_superuser',
    'is_staff',
    'is_active',
    'is_deceased',
    'is_portal_user',
    'is_guest',
    'groups',
    'user_permissions',
    'permissions',
    'username',
    'uuid',
    'staff',
    'modified',
  ])('cannot touch %s, superusers included', async (field) => {
    for (const person of [{}, { is_superuser: true }]) {
      const me = await addSignedIn(server, { person })
      const answer = await change(me, 'PATCH', { [field]: true })
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({ [field]: ['This field is not known.'] })
    }
  })
})

test.each(['PUT', 'PATCH'] as const)(
  '%s of another person’s record is a 404, whoever asks, and changes nothing',
  async (method) => {
    const other = await addPerson(db, { city: 'Saltmere' })
    for (const person of [{}, { is_staff: true }, { is_superuser: true }]) {
      const me = await addSignedIn(server, { person, permissions: ['clinic.change_user'] })
      const answer = await change({ ...me, id: other.id }, method, profileDetails())
      expect(answer.outcome).toBe('404 not_found')
      expect(answer.text).not.toContain(other.last_name)
    }
    const row = await oneRow(db, 'person', other.id)
    expect(row).toEqual(other)
    expect(await readTrail(other.id)).toEqual([])
  },
)

test('a second change is later than the first, also when they come at once', async () => {
  const me = await addSignedIn(server)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => change(me, 'PATCH', { city: `City ${index}` })),
  )
  const times = answers.map(({ body }) => body['modified'])
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const latest = answers.find(({ body }) => body['modified'] === times.toSorted().at(-1))
  expect((await details(me))['city']).toBe(latest?.body['city'])
})
