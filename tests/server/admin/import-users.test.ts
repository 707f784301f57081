import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { addGroup } from '../people/permission-group.ts'
import { parseCsv } from '../resources/parse-csv.ts'
import { insertRow, newestAuditLine, oneRow, rowsWhere } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer, type TestServer } from '../test-server.ts'
import { importFile } from './import-file.ts'
import { makeRecord, resourceSamples } from './resource-samples.ts'

const db = () => server.database.db
const server = await runTestServer()
const root = await addSignedIn(server, { person: { is_superuser: true, last_name: 'Root' } })
const desk = await addSignedIn(server, {
  person: { is_staff: true, last_name: 'Desk' },
  permissions: ['clinic.create_user', 'clinic.change_user', 'clinic.view_user'],
})
/** Whoever works here stays: they have hours and rooms. */
const others = () =>
  db()
    .selectFrom('person')
    .where('id', 'not in', [root.id, desk.id])
    .where('id', 'not in', (staff) => staff.selectFrom('staff').select('person_id'))
beforeEach(async () => {
  await db().deleteFrom('appointment').execute()
  await db()
    .deleteFrom('person')
    .where('id', 'in', () => others().select('id'))
    .execute()
  await db().deleteFrom('gp_surgery').execute()
})

const take = (file: string, beside: Record<string, string> = {}, who = root) =>
  importFile(server, 'users', file, { headers: who.headers, beside })
const lines = (...rows: string[]) => rows.join('\r\n')
const readPerson = async (id: unknown) => await oneRow(db(), 'person', id as number)
const people = async () =>
  (await others().select('full_name').orderBy('full_name').execute()).map(
    ({ full_name }) => full_name,
  )

const HEAD = 'First name,Last name,Date of birth'
const zoe = { first_name: 'Zoë', last_name: 'Nwosu', dob: '1971-06-07' }

describe('our own file of users', () => {
  const exported = async () =>
    (await send(server, 'GET', '/api/admin/users/export/?ordering=created', root)).text

  test('is taken back unchanged, whatever stands in it, and says what has no place in it', async () => {
    for (const last_name of ['=1+1', '@cmd', 'Say “no”, "maybe"; or; so', 'Łódź – Åse']) {
      await makeRecord(server, 'users', { last_name, dob: '1980-01-02' })
    }
    const [one, other] = await Promise.all(
      [1, 2].map(() => insertRow(db(), 'gp_surgery', { name: 'Quay; Surgery' })),
    )
    const groups = [await addGroup(db(), { name: 'Desk; early', held: [] })]
    await makeRecord(server, 'users', { gp_surgery_id: one?.id, group_ids: groups })
    await makeRecord(server, 'users', { gp_surgery_id: other?.id })
    await makeRecord(server, 'users', await resourceSamples.users.changed(db()))
    const { is, text } = await take(await exported())
    // Who makes records for tests is on file, too.
    expect(is.count, text).toMatchObject({ created: 0, changed: 0, similar: 0, wrong: 0 })
    expect(is.count.unchanged).toBeGreaterThanOrEqual(9)
    expect(is.left_out).toEqual(['Name', 'Last signed in', 'Added'])
  })

  test('is changed, and taken back: what it refers to goes by its name or its number', async () => {
    const [quay, hill] = ['Quay Surgery', 'Hill Surgery']
    const surgeries = await db()
      .insertInto('gp_surgery')
      .values([{ name: quay }, { name: hill }])
      .returning('id')
      .execute()
    const [early, late] = [
      await addGroup(db(), { name: 'Early', held: [] }),
      await addGroup(db(), { name: 'Late', held: [] }),
    ]
    const made = await makeRecord(server, 'users', {
      ...zoe,
      gp_surgery_id: surgeries[0]?.id,
      group_ids: [early],
    })
    const [head = [], ...rows] = parseCsv((await exported()).replace(/^\ufeff/, ''))
    const hers = rows.find(([id]) => id === String(made.id)) ?? []
    const set = (column: string, text: string) => {
      hers[head.indexOf(column)] = text
    }
    set('Town or city', 'Saltmere')
    set('GP surgery', ' hill surgery')
    set('Groups', `Late; ${early}`)
    const file = lines(...[head, hers].map((cells) => cells.join(',')))
    const { is, text } = await take(file)
    expect(is.rows, text).toMatchObject([
      {
        line: 2,
        outcome: 'changed',
        name: 'Zoë Nwosu',
        changes: [
          { label: 'Town or city', from: 'nothing', to: 'Saltmere' },
          { label: 'GP surgery', from: quay, to: hill },
          { label: 'Groups', from: 'Early', to: 'Early; Late' },
        ],
      },
    ])
    expect((await take(file, { seen: is.seen })).is.count).toMatchObject({ changed: 1 })
    expect(await readPerson(made.id)).toMatchObject({
      city: 'Saltmere',
      gp_surgery_id: surgeries[1]?.id,
    })
    const theirs = await db()
      .selectFrom('person_permission_group')
      .select('permission_group_id')
      .where('person_id', '=', made.id)
      .orderBy('permission_group_id')
      .execute()
    expect(theirs.map((row) => row.permission_group_id)).toEqual([early, late])
    expect((await take(file)).is.count).toMatchObject({ unchanged: 1 })
  })
})

test('dates and numbers as Excel writes them are completed, or refused in words', async () => {
  const file = lines(
    'sep=;',
    `${HEAD};Mobile phone number`.replaceAll(',', ';'),
    'Ada;Reed;01/02/1990;7700900123',
    'Bo;Reed;1/2/1990;7700 900 124',
    'Cy;Reed;29/02/2001;',
    'Di;Reed;2001-02-29;770090012',
  )
  const { is, text } = await take(file)
  expect(
    is.rows.map(({ problems }) => problems.map(({ label, message }) => `${label}: ${message}`)),
    text,
  ).toEqual([
    [],
    [],
    ['Date of birth: There is no 29 February 2001'],
    [
      'Date of birth: There is no 29 February 2001',
      'Mobile phone number: Enter a phone number, like 07700 900 982',
    ],
  ])
  await take(file, { seen: is.seen })
  expect(await others().select(['dob', 'mobile']).orderBy('mobile').execute()).toEqual([
    { dob: '1990-02-01', mobile: '07700 900 123' },
    { dob: '1990-02-01', mobile: '07700 900 124' },
  ])
})

test('each row goes by the rules of the form, and what is right is kept as the form keeps it', async () => {
  await db()
    .insertInto('gp_surgery')
    .values([{ name: 'Quay' }, { name: 'quay' }])
    .execute()
  const file = lines(
    `${HEAD},NHS number,Mobile phone number,Postcode,Email address,Gender,GP surgery,Has died,Groups`,
    'Ada,Reed,1/2/1990,943 476 5919,07700900123,zz23bb,ADA@Example.TEST,2,,no,',
    'Bo,Reed,1990-02-01,943 476 5918,12,ZZ2 3BB,nobody,F,Hill,perhaps,Nobody; 999999',
    'Cy,Reed,2999-01-01,,,,,,quay,,',
    ',Reed,,,,,,,,,',
  )
  const { is, text } = await take(file)
  expect(
    is.rows.map(({ outcome, problems }) => [
      outcome,
      ...problems.map(({ label, message }) => `${label}: ${message}`),
    ]),
    text,
  ).toEqual([
    ['created'],
    [
      'wrong',
      'Gender: Enter a number in figures',
      'Email address: Enter an email address in the correct format, like name@example.com',
      'Mobile phone number: Enter a phone number, like 07700 900 982',
      'NHS number: Check the NHS number. It is not valid',
      'Has died: Enter yes or no',
      'GP surgery: There is no “Hill” to choose',
      'Groups: There is no “Nobody” to choose',
      'Groups: There is no “999999” to choose',
    ],
    [
      'wrong',
      'Date of birth: Date of birth must be in the past',
      expect.stringMatching(
        /^GP surgery: Several are called “quay”\. Enter the number of the right one \(\d+, \d+\)$/,
      ),
    ],
    ['wrong', 'First name: Enter your first name'],
  ])
  await take(file, { seen: is.seen })
  const [ada] = await rowsWhere(db(), 'person', { last_name: 'Reed' })
  expect(ada).toMatchObject({
    dob: '1990-02-01',
    nhs_number: '9434765919',
    mobile: '07700 900 123',
    postcode: 'ZZ2 3BB',
    email: 'ADA@example.test',
    gender: 2,
  })
  // Without a birth date nobody is entered, as with the form.
  const late = await take(lines(HEAD, 'Di,Reed,'))
  expect(late.is.rows[0]?.problems).toEqual([
    { label: 'Date of birth', message: 'Enter the date of birth' },
  ])
  expect((await take('First name,City\nAda,Saltmere')).body).toEqual({
    file: ['The first row must have the column names. Missing: “Last name”, “Date of birth”.'],
  })
})

describe('a new person who looks like somebody', () => {
  const FILE = lines(
    HEAD,
    'Zoe,Nwosu,07/06/1971',
    'Ada,Reed,1990-02-01',
    'Reed,Ada,1990-02-01',
    'Bo,Marsh,1980-05-05',
  )

  test('on file or in an earlier line is told with the reasons, and left out', async () => {
    const { id } = await addPerson(db(), zoe)
    const { is, text } = await take(FILE)
    expect(is.count, text).toEqual({ created: 2, changed: 0, unchanged: 0, similar: 2, wrong: 0 })
    expect(is.rows.map(({ similar }) => similar)).toEqual([
      [
        {
          id,
          line: null,
          name: `Zoë Nwosu, born ${formatCalendarDate('1971-06-07')}`,
          reasons: ['Same name', 'Same date of birth'],
        },
      ],
      [],
      [
        {
          id: null,
          line: 3,
          name: `Ada Reed, born ${formatCalendarDate('1990-02-01')}`,
          reasons: ['First and last name the other way round', 'Same date of birth'],
        },
      ],
      [],
    ])
    const [, first] = parseCsv(is.wrong_file)
    expect(first?.at(-1)).toBe(
      `Looks like Zoë Nwosu, born ${formatCalendarDate('1971-06-07')}, number ${id}: Same name, Same date of birth`,
    )
    const done = await take(FILE, { seen: is.seen })
    expect(done.is.count).toMatchObject({ created: 2, similar: 2 })
    expect(await people()).toEqual(['Ada Reed', 'Bo Marsh', 'Zoë Nwosu'])
  })

  test('is added where their line is confirmed, and no other', async () => {
    await addPerson(db(), zoe)
    const { is } = await take(FILE)
    const done = await take(FILE, { seen: is.seen, confirmed: '2' })
    expect(done.is.count).toMatchObject({ created: 3, similar: 1 })
    expect(done.is.rows.map(({ outcome }) => outcome)).toEqual([
      ...['created', 'created', 'similar', 'created'],
    ])
    expect(await people()).toEqual(['Ada Reed', 'Bo Marsh', 'Zoe Nwosu', 'Zoë Nwosu'])
    const { change } = await lastLine('record.imported')
    expect(change).toEqual({ created: 3, changed: 0, unchanged: 0, similar: 1, wrong: 0 })
  })

  test('is checked for what is wrong, too, and changes nothing about the others', async () => {
    await addPerson(db(), zoe)
    const file = lines(
      `${HEAD},Username`,
      'Zoe,Nwosu,1971-06-07,amy',
      'Zoe,Nwosu,1971-06-07,amy',
      'Bo,Marsh,1980-05-05,amy',
    )
    const { is, text } = await take(file)
    // Whoever is surely new comes first.
    expect(
      is.rows.map(({ outcome }) => outcome),
      text,
    ).toEqual(['wrong', 'wrong', 'created'])
    expect((await take(file, { seen: is.seen, confirmed: '2,3' })).is.count.created).toBe(1)
    expect(await people()).toEqual(['Bo Marsh', 'Zoë Nwosu'])
  })

  test.each([
    ['a range', '1-3'],
    ['a word', 'all'],
    ['a gap', '1,,2'],
    ['less than a line', '-1'],
    ['a long text', 'x'.repeat(80_000)],
  ])('is not confirmed by %s', async (_, confirmed) => {
    const { status, body } = await take(FILE, { confirmed })
    expect([status, Object.keys(body)]).toEqual([400, ['confirmed']])
  })
})

describe('who imports', () => {
  test('has to be allowed to add, to change and to see people', async () => {
    const rights = ['clinic.create_user', 'clinic.change_user', 'clinic.view_user'] as const
    for (const missing of rights) {
      const who = await addStaffUser(
        server,
        rights.filter((right) => right !== missing),
      )
      const { outcome } = await take(lines(HEAD, 'Ada,Reed,1990-02-01'), {}, who)
      expect(outcome, missing).toBe('403 not_allowed')
    }
  })

  test('gives by a file only what they may give by the form, and changes nobody beyond them', async () => {
    const group = await addGroup(db(), { name: `Closers ${desk.id}`, held: ['clinic.delete_site'] })
    const boss = await addPerson(db(), { is_superuser: true, last_name: 'Boss', dob: '1960-01-01' })
    const patient = await addPerson(db(), { ...zoe, is_portal_user: true })
    const file = lines(
      `Number,${HEAD},Works here,Superuser,Groups,Town or city`,
      ',Ada,Reed,1990-02-01,yes,no,,',
      ',Bo,Reed,1980-02-01,no,yes,,',
      `,Cy,Reed,1970-02-01,no,no,${group},`,
      `${boss.id},Person,Boss,1960-01-01,no,yes,,Saltmere`,
      `${patient.id},Zoë,Nwosu,1971-06-07,no,no,,Saltmere`,
    )
    const { is, text } = await take(file, {}, desk)
    expect(
      is.rows.map(({ outcome, problems }) => problems[0]?.message ?? outcome),
      text,
    ).toEqual([
      'You do not have permission to set access.',
      'Only a superuser may change who is a superuser.',
      'You do not have permission to set access.',
      'Only a superuser may change a superuser.',
      'changed',
    ])
    await take(file, { seen: is.seen }, desk)
    expect(await readPerson(patient.id)).toMatchObject({ city: 'Saltmere' })
    expect(await readPerson(boss.id)).toMatchObject({ city: '' })
    expect(await people()).toEqual(['Person Boss', 'Zoë Nwosu'])
  })

  test('is told where appointments would be left, and the rest goes on', async () => {
    const [booked, free] = [
      await addPerson(db(), zoe),
      await addPerson(db(), { dob: '1980-01-01' }),
    ]
    const starts_at = new Date(Date.now() + 3 * 86_400_000)
    await addAppointment(db(), { patient_id: booked.id, starts_at })
    const { is, text } = await take(lines('Number,Has died', `${booked.id},yes`, `${free.id},yes`))
    expect(
      is.rows.map(({ outcome, problems }) => problems[0]?.message ?? outcome),
      text,
    ).toEqual([
      'This affects booked appointments. Change this user on its own and choose what to do with each appointment.',
      'changed',
    ])
  })
})

const lastLine = async (action: string) =>
  await newestAuditLine(db(), ['actor_id', 'patient_id', 'patient_ids', 'change'], {
    action: action as 'person.read',
  })

test('the trail says whose records were read, also by a check that changed nothing', async () => {
  const [hers, alike] = [await addPerson(db(), { dob: '1950-05-05' }), await addPerson(db(), zoe)]
  const file = lines(
    `Number,${HEAD},Town or city`,
    `${hers.id},${hers.first_name},${hers.last_name},1950-05-05,Saltmere`,
    ',Zoe,Nwosu,1971-06-07,',
    ',Ada,Reed,1990-02-01,',
  )
  const { is } = await take(file)
  expect(is.count).toMatchObject({ changed: 1, similar: 1, created: 1 })
  expect(await lastLine('person.listed')).toEqual({
    actor_id: root.id,
    patient_id: null,
    patient_ids: [hers.id, alike.id],
    change: { list: 'users', file: true },
  })
  await take(file, { seen: is.seen })
  const changed = await lastLine('person.updated')
  expect(changed).toMatchObject({ patient_id: hers.id, change: { fields: ['city'], version: 2 } })
  expect((await lastLine('person.created')).change).toEqual({ version: 1 })
})

describe('while a file is taken in', () => {
  let usual: TestServer['services']['progress']['reportProgress']
  beforeEach(() => {
    usual = server.services.progress.reportProgress
  })
  afterEach(() => {
    server.services.progress.reportProgress = usual
  })

  test('its progress is told to whoever imports, and nobody else waits for it', async () => {
    const [still, moving] = [
      await addPerson(db(), zoe),
      await addPerson(db(), { dob: '1980-01-01', last_name: 'Marsh' }),
    ]
    const told: unknown[] = []
    server.services.progress.reportProgress = async (to, message) => {
      told.push([to, message])
      // Who is in the file as they are can be changed, and who is changed can be booked for.
      await db()
        .transaction()
        .execute(async (tx) => {
          await sql`set local lock_timeout = 500`.execute(tx)
          await sql`select from person where id = ${still.id} for update`.execute(tx)
          await sql`select from person where id = ${moving.id} for key share`.execute(tx)
        })
      // Another who imports is told at once.
      const second = await take(lines(HEAD, 'Cy,Reed,1970-02-01'))
      expect(second.outcome).toBe('409 conflict')
    }
    const rows = Array.from({ length: 120 }, (_, place) => `,Ada,Reed${place},1990-02-01,`)
    const file = lines(
      `Number,${HEAD},Town or city`,
      `${still.id},Zoë,Nwosu,1971-06-07,`,
      `${moving.id},Person,Marsh,1980-01-01,Saltmere`,
      ...rows,
    )
    const { is, status, text } = await take(file)
    expect(status, text).toBe(200)
    expect(is.count.changed).toBe(1)
    const { uuid } = await readPerson(root.id)
    expect(told.length).toBeGreaterThan(3)
    const percents = told.map((one) => {
      const [to, message] = one as [string, { progress: number }]
      expect([to, message]).toEqual([
        uuid,
        { type: 'progress', name: 'Import of users', progress: message.progress },
      ])
      return message.progress
    })
    expect(percents).toEqual(percents.toSorted((a, b) => a - b))
    expect(percents.at(-1)).toBe(100)
  })
})
