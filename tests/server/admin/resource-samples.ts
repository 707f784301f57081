import { lockField, type RecordUse } from '#lib/contract/admin/admin-resource.ts'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { categoryMoveOperations } from '#lib/contract/admin/appointment-categories.ts'
import type { webhookOperations } from '#lib/contract/admin/webhooks.ts'
import type { competencyOperations } from '#lib/contract/competencies.ts'
import { type Contract, contract } from '#lib/contract/contract.ts'
import type { messageOperations } from '#lib/contract/messages.ts'
import { HOURS_DAYS } from '#lib/contract/opening-hours.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { outcomeOperations } from '#lib/contract/outcomes.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import type { Database } from '#server/database/connection.ts'
import {
  addAppointment,
  addCategory,
  addClinician,
  addPerson,
  addRoom,
  addSite,
  addToCategories,
  addType,
} from '../clinic-factory.ts'
import { permissionId, putInGroup } from '../people/permission-group.ts'
import { insertRow, oneRow } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'
import { addVaccination } from '../vaccinations/vaccination-rows.ts'

type Path = (typeof adminResources)[number]['path']
type Body = Record<string, unknown>

/** What a resource's tests need to know beyond its definition. */
export type ResourceSample = {
  /** What has to be sent to make one, no more; another one each time. */
  required: (db: Database) => Promise<Body>
  /** Another value for every field that is written. */
  changed: (db: Database) => Promise<Body>
  /** A value that each field refuses, beyond what no field of its kind takes. */
  wrong: Body
  /** The fields whose value stays what it was. */
  fixed?: readonly string[]
  /** The fields whose value nobody else may have. */
  unique: readonly string[]
  /** What a write takes besides the permission of its call. */
  besides?: readonly Permission[]
  /** Values of the filters that are no field of the record, or that it may lack: it fits them then. */
  filtered?: Readonly<Record<string, (db: Database, id: number) => Promise<unknown>>>
  /** Lets something need a record, and says what is told of it; null where nothing ever does. */
  use: ((db: Database, id: number) => Promise<RecordUse>) | null
}

let sequence = 0
const another = (what: string) => {
  sequence += 1
  return `${what} ${sequence}`
}

const competencyId = async (db: Database) =>
  (await insertRow(db, 'competency', { name: another('Competency') })).id

const PERMISSIONS = 'http://localhost:4321/api/admin/permissions'
const permissionUrl = async (db: Database, name: Permission) =>
  `${PERMISSIONS}/${await permissionId(db, name)}/`

const eformId = async (db: Database) => (await insertRow(db, 'eform', { name: another('Form') })).id

/** Two, the later one first: their order is what was chosen. */
const inTurn = async (make: () => Promise<number>) => [await make(), await make()].toReversed()

const outcomeId = async (db: Database) =>
  (await insertRow(db, 'appointment_outcome', { name: another('Outcome') })).id

const tagId = async (db: Database) => {
  const name = another('Tag')
  return (
    await insertRow(db, 'appointment_type_tag', {
      name,
      slug: name.toLowerCase().replace(' ', '-'),
    })
  ).id
}

const addHours = (db: Database, staffId: number, roomId: number) =>
  insertRow(db, 'availability', {
    staff_id: staffId,
    room_id: roomId,
    start_date: '2027-06-01',
    start_time: '09:00',
    end_time: '17:00',
  })

const place = {
  address1: '2 Quay Road',
  address2: 'First floor',
  city: 'Saltmere',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ2 3BB',
  telephone: '01632 960 321',
  email: 'quay@example.test',
}
const noPlace = {
  address1: 'x'.repeat(201),
  address2: 'x'.repeat(201),
  city: 'x'.repeat(101),
  county: 'x'.repeat(101),
  nation: 'x'.repeat(101),
  postcode: 'x'.repeat(13),
  telephone: '12',
  email: 'nobody',
}
const { telephone: _, ...wrongAddress } = noPlace

const addGroup = async (db: Database) =>
  await insertRow(db, 'permission_group', { name: another('Group') })

const addSurgery = async (db: Database) =>
  await insertRow(db, 'gp_surgery', { name: another('Surgery') })

export const resourceSamples: Record<Path, ResourceSample> = {
  users: {
    required: async () => ({
      first_name: 'Rosa',
      last_name: another('Marsh'),
      dob: '1971-06-07',
    }),
    changed: async (db) => {
      const { telephone, email, ...address } = place
      const allergy = await insertRow(db, 'allergy', { name: another('Latex') })
      const permission = await oneRow(db, 'permission', { name: 'clinic.view_site' })
      return {
        title: 'Dr',
        first_name: 'Rósa',
        last_name: another('Moor'),
        dob: '1972-02-29',
        gender: 2,
        email,
        mobile: '07700 900 123',
        landline: telephone,
        reminders: 'none',
        ...address,
        nhs_number: '9434765919',
        gp_surgery_id: (await addSurgery(db)).id,
        allergy_ids: [allergy.id],
        is_deceased: true,
        username: another('rosa').replace(' ', '.'),
        ...{ is_active: false, is_portal_user: true, is_staff: true, is_superuser: true },
        ...{ group_ids: [(await addGroup(db)).id], user_permission_ids: [permission.id] },
      }
    },
    wrong: {
      title: 'x'.repeat(21),
      first_name: ' ',
      last_name: '\u0000',
      dob: '2999-01-01',
      gender: 10,
      mobile: '07700 90098',
      landline: 'ask my mother',
      reminders: 'post',
      ...wrongAddress,
      nhs_number: '943 476 5918',
      gp_surgery_id: 2_147_483_647,
      allergy_ids: [2_147_483_647],
      is_deceased: 'yes',
      username: 'two words',
      ...{ is_active: 'yes', is_portal_user: 'yes', is_staff: 'yes', is_superuser: 'yes' },
      ...{ group_ids: [2_147_483_647], user_permission_ids: [2_147_483_647] },
    },
    unique: [],
    filtered: {
      group_id: async (db, id) => {
        const group = await addGroup(db)
        await insertRow(db, 'person_permission_group', {
          person_id: id,
          permission_group_id: group.id,
        })
        return group.id
      },
    },
    use: async (db, id) => {
      await addAppointment(db, { patient_id: id, starts_at: new Date('2026-03-02T09:00:00Z') })
      return { what: 'appointment', count: 1, names: [] }
    },
  },
  advicecategories: {
    required: async () => ({ name: another('Self-care') }),
    changed: async () => ({ name: another('Sleep') }),
    wrong: { name: '   ' },
    unique: ['name'],
    use: null,
  },
  allergies: {
    required: async () => ({ name: another('Penicillin') }),
    changed: async () => ({ name: another('Latex'), description: 'Gloves\nand tubes' }),
    wrong: { name: ' ', description: 'x'.repeat(2_001) },
    unique: ['name'],
    use: async (db, id) => {
      const person = await addPerson(db)
      await insertRow(db, 'person_allergy', { person_id: person.id, allergy_id: id })
      return { what: 'person', count: 1, names: [] }
    },
  },
  appointmentoutcomes: {
    required: async () => ({ name: another('Referred to GP') }),
    changed: async () => ({
      name: another('Given advice'),
      keep_version: true,
      archived: true,
      template_code: 'Dear {{ patient.first_name }},\nthank you.',
      template_path: 'letters/advice.liquid',
    }),
    wrong: {
      name: ' ',
      keep_version: 'yes',
      archived: 'yes',
      template_code: 'x'.repeat(20_001),
      template_path: '../settings',
    },
    unique: ['name'],
    use: async (db, id) => {
      const type = await addType(db, { name: 'Blood test' })
      await insertRow(db, 'appointment_type_outcome', {
        appointment_type_id: type.id,
        appointment_outcome_id: id,
      })
      return { what: 'appointment type', count: 1, names: ['Blood test'] }
    },
  },
  messagetemplates: {
    required: async (db) => ({
      name: another('Booked'),
      event: 'booked',
      appointment_type_id: (await addType(db)).id,
    }),
    changed: async (db) => ({
      name: another('Moved'),
      event: 'rescheduled',
      appointment_type_id: (await addType(db)).id,
      is_sent: false,
      subject: 'Moved to {{ day }}',
      body: 'Dear {{ first_name }},\n\nplease come on {{ day }}.',
      keep_version: true,
    }),
    wrong: {
      name: ' ',
      event: 'birthday',
      channel: 'pigeon',
      appointment_type_id: 2_147_483_647,
      is_sent: 'yes',
      subject: 'For {{ nobody }}',
      body: '{% if first_name %}',
      keep_version: 'yes',
    },
    unique: ['event'],
    use: null,
  },
  appointmenttypes: {
    required: async () => ({ name: another('Ear care'), duration: 20 }),
    changed: async (db) => ({
      name: another('Ear check'),
      slug: another('ear-check').replace(' ', '-'),
      summary: 'Both ears, in half an hour.',
      description: 'Both ears.\n\nNo drops needed.',
      prebooking_info: 'Wear no earrings.',
      what_to_bring: 'Your hearing aids.',
      prices: [
        { label: 'NHS', amount: '0.00', for_whom: 'if your GP sent you' },
        { label: 'Private', amount: '55.50', for_whom: '' },
      ],
      picture: 'ear',
      synonyms: 'hearing, blocked ears',
      duration: 35,
      reminder_minutes: [10_080, 1_440, 90],
      disabled: true,
      hidden: true,
      competency_ids: [await competencyId(db), await competencyId(db)],
      category_ids: [(await addCategory(db)).id],
      patient_form_ids: await inTurn(() => eformId(db)),
      clinician_form_ids: await inTurn(() => eformId(db)),
      outcome_ids: [await outcomeId(db)],
      tag_ids: [await tagId(db), await tagId(db)],
    }),
    wrong: {
      name: ' ',
      slug: 'No Good',
      duration: 17,
      reminder_minutes: [43_201],
      disabled: 'yes',
      hidden: 'yes',
      summary: 'x'.repeat(121),
      description: 'x'.repeat(5_001),
      prebooking_info: 'x'.repeat(5_001),
      what_to_bring: 'x'.repeat(5_001),
      prices: Array(9).fill({ label: 'Private', amount: '18.00' }),
      picture: 'needle',
      synonyms: 'x'.repeat(501),
      competency_ids: [2_147_483_647],
      tag_ids: [2_147_483_647],
      category_ids: [2_147_483_647],
      outcome_ids: [2_147_483_647],
      ...{ patient_form_ids: [2_147_483_647], clinician_form_ids: [2_147_483_647] },
    },
    unique: ['slug'],
    use: async (db, id) => {
      await addAppointment(db, {
        appointment_type_id: id,
        starts_at: new Date('2027-06-01T09:00:00Z'),
      })
      return { what: 'appointment', count: 1, names: [] }
    },
  },
  appointmentcategories: {
    required: async () => ({ name: another('Travel health') }),
    changed: async (db) => ({
      name: another('Winter health'),
      picture: 'mug',
      hidden: true,
      disabled: true,
      parent: (await addCategory(db)).id,
    }),
    wrong: {
      name: ' ',
      parent: 2_147_483_647,
      picture: 'needle',
      hidden: 'yes',
      disabled: 'yes',
    },
    unique: [],
    use: async (db, id) => {
      const type = await addType(db, { name: 'Blood test' })
      await addToCategories(db, type.id, [id])
      return { what: 'appointment type', count: 1, names: ['Blood test'] }
    },
  },
  appointmenttypetags: {
    required: async () => ({ name: another('Travel') }),
    changed: async () => ({ name: another('Winter'), slug: another('winter').replace(' ', '-') }),
    wrong: { name: ' ', slug: 'No Good' },
    unique: ['slug'],
    use: async (db, id) => {
      const type = await addType(db, { name: 'Flu vaccination' })
      await insertRow(db, 'appointment_type_tagging', {
        appointment_type_id: type.id,
        appointment_type_tag_id: id,
      })
      return { what: 'appointment type', count: 1, names: ['Flu vaccination'] }
    },
  },
  eforms: {
    required: async () => ({ name: another('Travel form') }),
    changed: async () => ({
      name: another('Consent form'),
      title: 'Your consent',
      description: 'Before you come.',
      formDefinition: [
        { type: 'heading', id: 'about-you', label: 'About you' },
        {
          type: 'radio',
          id: 'fever',
          label: 'Do you have a fever?',
          required: true,
          options: [
            { value: 'yes', label: 'Yes' },
            { value: 'no', label: 'No' },
          ],
        },
      ],
      is_vaccination_form: true,
      archived: true,
    }),
    wrong: {
      name: ' ',
      title: 'x'.repeat(201),
      description: 'x'.repeat(2_001),
      formDefinition: [{ type: 'tetx', label: 'A' }],
      is_vaccination_form: 'yes',
      archived: 'yes',
      keep_version: 'yes',
    },
    unique: ['name'],
    use: async (db, id) => {
      const type = await addType(db, { name: 'Travel' })
      await insertRow(db, 'appointment_type_patient_form', {
        appointment_type_id: type.id,
        eform_id: id,
        position: 1,
      })
      return { what: 'appointment type', count: 1, names: ['Travel'] }
    },
  },
  gpsurgeries: {
    required: async () => ({ name: another('Quay Surgery') }),
    changed: async () => ({ name: another('Hill Surgery'), ...place }),
    wrong: { name: ' ', ...noPlace },
    unique: [],
    use: async (db, id) => {
      await addPerson(db, { gp_surgery_id: id })
      return { what: 'person', count: 1, names: [] }
    },
  },
  groups: {
    required: async () => ({ name: another('Night shift') }),
    changed: async (db) => ({
      name: another('Day shift'),
      permissions: [await permissionUrl(db, 'clinic.view_site')],
    }),
    wrong: { name: ' ', permissions: [`${PERMISSIONS}/999999999/`] },
    unique: ['name'],
    use: async (db, id) => {
      await putInGroup(db, (await addPerson(db)).id, id)
      return { what: 'person', count: 1, names: [] }
    },
    besides: ['clinic.user_admin'],
  },
  rooms: {
    required: async (db) => ({ name: another('Room'), site_id: (await addSite(db)).site.id }),
    changed: async (db) => ({
      name: another('Corner room'),
      slug: 'corner',
      site_id: (await addSite(db)).site.id,
      is_active: false,
    }),
    wrong: { name: ' ', slug: 'No Good', site_id: 2_147_483_647, is_active: 'sometimes' },
    unique: ['slug'],
    use: async (db, id) => {
      const staff = await addClinician(db)
      const { full_name } = await oneRow(db, 'person', staff.person_id)
      await addHours(db, staff.id, id)
      return { what: 'availability', count: 1, names: [full_name] }
    },
  },
  sites: {
    required: async () => ({ name: another('Harbour Street') }),
    changed: async () => ({
      name: another('Quay Road'),
      slug: another('quay-road').replace(' ', '-'),
      ...place,
      ...Object.fromEntries(HOURS_DAYS.map((day) => [`${day}_hours`, '09:00-13:00, 14:00-17:30'])),
      bank_holidays_hint: 'Call first.',
      latitude: 54.4858,
      longitude: -0.6135,
      display_order: 3,
      offers_services: false,
      hidden: true,
    }),
    wrong: {
      name: ' ',
      slug: 'No Good',
      ...noPlace,
      hidden: 'yes',
      ...Object.fromEntries(HOURS_DAYS.map((day) => [`${day}_hours`, 'often'])),
      bank_holidays_hint: 7,
      latitude: 91,
      longitude: 'east',
      display_order: 1.5,
      offers_services: 'some',
    },
    unique: ['slug'],
    use: async (db, id) => {
      const room = await addRoom(db, id)
      return { what: 'room', count: 1, names: [room.name] }
    },
  },
  competencies: {
    required: async () => ({ name: another('Phlebotomy') }),
    changed: async () => ({ name: another('Ear care') }),
    wrong: { name: '   ' },
    unique: ['name'],
    use: async (db, id) => {
      const type = await addType(db, { name: 'Blood test' })
      await insertRow(db, 'appointment_type_competency', {
        appointment_type_id: type.id,
        competency_id: id,
      })
      return { what: 'appointment type', count: 1, names: ['Blood test'] }
    },
  },
  staff: {
    required: async (db) => ({ user_id: (await addPerson(db)).id }),
    changed: async (db) => ({
      pharmacist_reg_number: another('GPhC'),
      is_active: false,
      competency_ids: [await competencyId(db)],
    }),
    wrong: {
      user_id: 2_147_483_647,
      pharmacist_reg_number: 'x'.repeat(51),
      clear_pin: 'yes',
      is_active: 'yes',
      competency_ids: [2_147_483_647],
    },
    fixed: ['user_id'],
    unique: ['user_id'],
    use: async (db, id) => {
      const { room } = await addSite(db)
      const { person_id } = await oneRow(db, 'staff', id)
      const { full_name } = await oneRow(db, 'person', person_id)
      await addHours(db, id, room.id)
      return { what: 'availability', count: 1, names: [full_name] }
    },
  },
  vaccineproducts: {
    required: async () => ({ name: another('Typhoid vaccine') }),
    changed: async () => ({
      name: another('Rabies vaccine'),
      description: 'Before travel.',
      is_active: false,
      doses_required: 3,
      booster_interval_weeks: 52,
      price: '79.50',
    }),
    wrong: {
      name: ' ',
      description: 'x'.repeat(2_001),
      doses_required: 21,
      booster_interval_weeks: 0,
      price: '1000000.00',
      is_active: 'yes',
    },
    unique: ['name'],
    use: async (db, id) => {
      const [patient, staff] = [await addPerson(db), await addClinician(db)]
      await addVaccination(db, {
        patient_id: patient.id,
        staff_id: staff.id,
        vaccine_product_id: id,
      })
      return { what: 'vaccination', count: 1, names: [] }
    },
  },
  staffcompetencies: {
    required: async (db) => ({
      staff_id: (await addClinician(db)).id,
      competency_id: await competencyId(db),
      issued_at: '2026-01-31',
    }),
    changed: async (db) => ({
      staff_id: (await addClinician(db)).id,
      competency_id: await competencyId(db),
      issued_at: '2026-02-28',
      expires_at: '2030-01-01',
    }),
    wrong: {
      staff_id: 2_147_483_647,
      competency_id: 2_147_483_647,
      issued_at: '31/01/2026',
      expires_at: '2025-12-31',
    },
    unique: [],
    use: null,
  },
  webhooks: {
    required: async () => ({
      name: another('Practice system'),
      address: 'https://practice.example.org/webhooks',
      events: ['appointment.booked'],
    }),
    changed: async () => ({
      name: another('Stock system'),
      address: 'https://stock.example.org/webhooks?of=harbour',
      events: ['vaccination.recorded', 'vaccination.corrected'],
      is_active: false,
    }),
    wrong: {
      name: ' ',
      address: 'ftp://practice.example.org',
      events: [],
      is_active: 'yes',
    },
    unique: ['name'],
    use: null,
  },
}

/** Somebody who may do everything, to prepare a test. */
async function administrator(server: TestServer) {
  return (await addSignedIn(server, { person: { is_superuser: true } })).headers
}

/** Makes one through the API. @returns it as it is answered. */
export async function makeRecord(
  server: TestServer,
  path: Path,
  given: Body = {},
): Promise<Body & { id: number }> {
  const body = { ...(await resourceSamples[path].required(server.database.db)), ...given }
  const headers = await administrator(server)
  const answer = await send(server, 'POST', `/api/admin/${path}/`, { body, headers })
  if (answer.status !== 201) throw new Error(`No ${path} was made: ${answer.text}`)
  return answer.body as Body & { id: number }
}

type AdminKey = Extract<keyof Contract, `${string} admin/${Path}/${string}`>
type MadeKey = Exclude<
  AdminKey,
  | keyof typeof competencyOperations
  | keyof typeof categoryMoveOperations
  | keyof typeof messageOperations
  | keyof typeof webhookOperations
  | keyof typeof outcomeOperations
  | `${string}/upload_image/`
  | 'GET admin/users/{id}/permissions/'
  | 'POST admin/users/{id}/end-links/'
  | 'GET admin/eforms/{id}/questionnaire/'
  | `PATCH admin/users/${string}`
>
type Sample = {
  params?: { id: number }
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Body
  raw?: FormData
}

/** A file as the browser sends it, with what is said beside it. */
export function csvForm(file: string | Uint8Array, beside: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(beside)) form.append(name, value)
  form.append('file', new File([file as BlobPart], 'records.csv', { type: 'text/csv' }))
  return form
}

/** A file of one new record. */
async function fileOfOne({ database }: TestServer, path: Path): Promise<string> {
  const columns = Object.entries(await resourceSamples[path].required(database.db))
  return [columns.map(([field]) => field), columns.map(([, value]) => value)].join('\n')
}

/** Somebody who may make a call and holds more besides. */
const readHeaders = async (
  server: TestServer,
  { permission, andPermission }: Operation,
  more: readonly Permission[],
) =>
  (
    await addStaffUser(
      server,
      [permission, andPermission, ...more].filter((name) => name !== undefined),
    )
  ).headers

/** A request for each call of each resource, that its contract answers as promised. */
export function adminSamples(server: TestServer): Record<MadeKey, () => Promise<Sample>> {
  const { db } = server.database
  const samples = adminResources.flatMap((of) => {
    const { path } = of
    const { required, fixed = [], besides } = resourceSamples[path]
    const first = { [lockField(of)]: 1 }
    const made = async () => ({ params: { id: (await makeRecord(server, path)).id } })
    const listed = async () => {
      await made()
      return { query: { search: '1', ordering: `-${of.defaultOrder}` } }
    }
    const sampled: Record<string, () => Promise<Sample>> = {
      [`GET admin/${path}/`]: listed,
      [`GET admin/${path}/export/`]: listed,
      [`POST admin/${path}/`]: async () => ({ body: await required(db) }),
      [`GET admin/${path}/{id}/`]: made,
      [`PUT admin/${path}/{id}/`]: async () => {
        const one = await makeRecord(server, path)
        const kept = Object.fromEntries(fixed.map((field) => [field, one[field]]))
        return { params: { id: one.id }, body: { ...(await required(db)), ...kept, ...first } }
      },
      [`DELETE admin/${path}/{id}/`]: async () => ({ ...(await made()), body: first }),
      [`GET admin/${path}/{id}/uses/`]: made,
      ...('imports' in of && {
        [`POST admin/${path}/import/`]: async () => ({
          headers: await administrator(server),
          raw: csvForm(await fileOfOne(server, path)),
        }),
      }),
      ...('bulk' in of && {
        [`POST admin/${path}/bulk/`]: async () => {
          const { params } = await made()
          return { body: { action: 'delete', records: [{ ...params, ...first }] } }
        },
      }),
      ...('canOrphan' in of && {
        [`POST admin/${path}/{id}/preview/`]: async () => ({
          ...(await made()),
          body: { ...first, write: null },
        }),
      }),
      ...('versioned' in of && { [`GET admin/${path}/{id}/versions/`]: made }),
    }
    return Object.entries(sampled).map(([key, sample]): [string, typeof sample] => [
      key,
      async () => ({
        ...(await sample()),
        ...(besides && { headers: await readHeaders(server, contract[key as MadeKey], besides) }),
      }),
    ])
  })
  return Object.fromEntries(samples) as Record<MadeKey, () => Promise<Sample>>
}
