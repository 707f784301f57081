import { expect, test } from 'vitest'
import { sampleImage } from '../files/sample-image.ts'
import { type Client, dayAhead, type Row } from './client.ts'

/** What the day has so far, by what it is. */
export type Clinic = Record<string, Row>

const postal = {
  address1: '1 Harbour Street',
  address2: '',
  city: 'Saltmere',
  county: 'Eastshire',
  nation: 'England',
  postcode: 'ZZ1 1AA',
}
const address = {
  ...postal,
  telephone: '01632 960 123',
  email: 'harbour@example.test',
}

/** Groups and people, places, what is offered and who may give it. */
export function setsUpTheClinic(admin: Client, clinic: Clinic) {
  /** Made, found again in its list, put back as the list has it, with one field changed. */
  async function make(path: string, body: object, changed: Partial<Row>): Promise<Row> {
    const made = await admin.post(`admin/${path}/`, body)
    const listed = await inList(path, made)
    const after = await admin.change(listed, changed)
    expect(after).toMatchObject({ ...body, ...changed })
    expect(await admin.get(after.url)).toEqual(after)
    return after
  }

  async function inList(path: string, { url }: Row): Promise<Row> {
    const rows = await admin.list(`admin/${path}/`, { page_size: 500 })
    const row = rows.find((one) => one.url === url)
    if (!row) throw new Error(`${url} is not in admin/${path}/`)
    return row
  }

  test('groups hold permissions, and people belong to groups', async () => {
    const permissions = await admin.list('admin/permissions/', { page_size: 500 })
    const urls = permissions.map(({ url }) => url)
    const group = await make('groups', { name: 'Clinicians' }, {})
    clinic['group'] = await admin.change(group, { permissions: urls })
    expect(clinic['group']['selected_permissions']).toHaveLength(urls.length)
    clinic['permission'] = permissions[0] as Row
  })

  test('surgeries, sites, rooms and competencies', async () => {
    clinic['surgery'] = await make('gpsurgeries', { name: 'Quay Surgery', ...address }, {})
    const site = { name: 'Harbour', ...address, hidden: false, slug: 'harbour' }
    clinic['site'] = await make('sites', site, { hidden: false })
    const { id: site_id } = clinic['site']
    clinic['room'] = await make('rooms', { name: 'Room 1', site_id, slug: 'room-1' }, {})
    clinic['competency'] = await make('competencies', { name: 'Vaccination' }, {})
  })

  test('a clinician is a user with a staff record and competencies', async () => {
    const somebody = {
      first_name: 'Grace',
      last_name: 'Quill',
      dob: '1980-05-01',
      email: 'grace@example.test',
      mobile: '07700 900 456',
    }
    const asked = await admin.post('admin/check-duplicate-user/', {
      ...somebody,
      ...postal,
      gender: -1,
    })
    expect(asked).toMatchObject({ is_duplicate: false, duplicates: [] })
    const user = await admin.post('admin/users/', somebody)
    clinic['user'] = await admin.patch(`admin/users/${user.id}/`, {
      groups: [clinic['group']?.url],
      user_permissions: [clinic['permission']?.url],
      is_staff: true,
    })
    expect(clinic['user']).toMatchObject({
      groups: [clinic['group']?.url],
      user_permissions: [clinic['permission']?.url],
    })
    const competencies = [clinic['competency']?.url]
    const written = { user_id: user.id, pharmacist_reg_number: '2047112', competencies }
    clinic['staff'] = await make('staff', written, { is_active: true })
    expect(await admin.get(user.url)).toMatchObject({
      allergies: [],
      staff: { id: clinic['staff']?.id, is_active: true, is_deleted: false },
    })
    const [held] = await admin.list('admin/staffcompetencies/', { staff_id: clinic['staff'].id })
    if (!held) throw new Error('the competency is not listed')
    const expires_at = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    await admin.change(held, { expires_at })
    const expiring = await admin.list('admin/staffcompetencies/expiring/', {
      staff_id: clinic['staff'].id,
    })
    expect(expiring).toMatchObject([{ id: held.id, notice_type: '30-days-notice' }])
  })

  test('forms for patients and for clinicians, also as text and with what we do not know', async () => {
    const formDefinition = [
      { id: 'eggs', type: 'text', label: 'Can you eat eggs?', class_name: 'wide' },
      { type: 'file', label: 'Your vaccination card' },
    ]
    clinic['form'] = await admin.post('admin/eforms/', {
      name: 'Before you come',
      title: 'Before you come',
      description: '',
      formDefinition: JSON.stringify(formDefinition),
      is_vaccination_form: false,
    })
    expect(clinic['form']['formDefinition']).toMatchObject([
      { id: 'eggs', class_name: 'wide' },
      { id: expect.stringMatching(/^file/) },
    ])
    clinic['clinicianForm'] = await make(
      'eforms',
      {
        name: 'Notes',
        title: 'Notes',
        formDefinition: [{ id: 'pulse', type: 'number', label: 'Pulse' }],
      },
      { title: 'Clinician’s notes' },
    )
  })

  test('appointment types with tags, categories, forms and outcomes, all as addresses', async () => {
    clinic['tag'] = await make('appointmenttypetags', { name: 'Travel', slug: 'travel' }, {})
    const category = { name: 'Vaccinations', disabled: false, hidden: false, parent: null }
    clinic['category'] = await make('appointmentcategories', category, {})
    clinic['outcome'] = await make(
      'appointmentoutcomes',
      { name: 'Vaccinated', template_code: '<p>Vaccinated.</p>' },
      {},
    )
    const type = await make(
      'appointmenttypes',
      {
        name: 'Flu vaccination',
        description: 'A jab',
        slug: 'flu-vaccination',
        duration: 15,
        disabled: false,
        hidden: false,
        prebooking_info: '',
        competencies: [clinic['competency']?.url],
        categories: [clinic['category'].url],
        patient_forms: [clinic['form']?.url],
        clinician_forms: [clinic['clinicianForm']?.url],
        outcomes: [clinic['outcome'].url],
        tag_ids: [clinic['tag'].id],
      },
      { prebooking_info: 'Wear short sleeves' },
    )
    clinic['type'] = type
    await admin.upload(
      `${type.url}upload_image/`,
      'POST',
      'image',
      new Blob([await sampleImage()], { type: 'image/png' }),
    )
  })

  test('vaccine products, advice categories and allergies', async () => {
    const product = { name: 'Fluvax', description: '', doses_required: 1, is_active: true }
    const price = '12.50'
    clinic['product'] = await make(
      'vaccineproducts',
      { ...product, booster_interval_weeks: 52 },
      { price },
    )
    await admin.change(clinic['product'], { price: 12.5 } as never)
    clinic['advice'] = await make('advicecategories', { name: 'After a jab' }, {})
    clinic['allergy'] = await make('allergies', { name: 'Eggs', description: '' }, {})
  })

  test('what nobody needs is deleted, without a body', async () => {
    for (const [path, name] of [
      ['competencies', 'Needless'],
      ['advicecategories', 'Needless'],
      ['groups', 'Needless'],
    ] as const) {
      const made = await admin.post(`admin/${path}/`, { name })
      await admin.remove(made)
      expect(await admin.failure('GET', made.url)).toContain('404')
    }
  })

  test('a clinician works every weekday', async () => {
    const [types] = [
      await admin.list('admin/staff_appointment_types/', { staff_id: clinic['staff']?.id ?? 0 }),
    ]
    expect(types).toMatchObject([{ id: clinic['type']?.id }])
    clinic['availability'] = await admin.post('admin/availabilities/', {
      staff: clinic['staff']?.id,
      room: clinic['room']?.id,
      appointment_types: [clinic['type']?.id],
      start_date: dayAhead(1),
      start_time: '09:00',
      end_time: '17:30',
      recurring: true,
      recurring_until: dayAhead(365),
      repeat_every: 1,
      freq: 3,
      weekdays: [0, 1, 2, 3, 4],
      months: [],
    })
    const row = await admin.get(`admin/availabilities/${clinic['availability'].id}/`)
    expect(await admin.change(row, { end_time: '17:00' })).toMatchObject({ end_time: '17:00' })
  })
}
