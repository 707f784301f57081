import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { toInstant } from '#lib/scheduling/clinic-time.ts'
import { newReference } from '#server/booking/booking-records.ts'
import { brokenConstraint } from '#server/database/failures.ts'
import { keyOfFile } from '#server/forms/stored-form-files.ts'
import { listDue, retentionLimits, runRetention } from '#server/retention/run-retention.ts'
import { eventually } from '../../eventually.ts'
import { addAdvice } from '../advice/advice-rows.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import {
  addAppointmentWithForms,
  addEform,
  addFormFile,
  addSavedForm,
  addSubmittedForm,
} from '../forms/filled-form-rows.ts'
import { toMerge } from '../merging/likely-pair.ts'
import { offerOutcome, recordOutcome } from '../outcomes/recorded-outcome-rows.ts'
import { auditLines, insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { lockWaits } from '../test-database.ts'
import { runTestServer, setNow } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import { addWaiting } from '../waiting-list/waiting-rows.ts'
import { addOldGuest } from './old-guest.ts'

/* What is kept no longer is removed, and nothing else (docs/decisions/0072). */

const server = await runTestServer()
const { services } = server
const { db } = server.database

const OLD = new Date('2020-01-10T12:00:00Z')
const NOW = '2021-03-01T03:15:00Z'
/** Nothing is removed from it, so its version stays. */
const WITHOUT_WORDS = { patient_address: '', notes: '' }
const BUSY = { interval: 20 }

function configure(settings: { guests?: number; savedForms?: number }, now = NOW) {
  setNow(server, now)
  services.settings = {
    ...services.settings,
    GUEST_RETENTION_DAYS: settings.guests,
    SAVED_FORM_RETENTION_DAYS: settings.savedForms,
  }
}
const run = () => runRetention(services, new AbortController().signal)
const listed = async () => {
  const all = []
  for await (const due of listDue(services)) all.push(`${due.kind} ${due.id}`)
  return all
}
const readPerson = (id: number) => oneRow(db, 'person', id)
const isAnonymised = async (id: number) => (await readPerson(id)).anonymised !== null
const addOld = (given: Parameters<typeof addOldGuest>[2] = {}) => addOldGuest(db, OLD, given)

async function addDraft(
  appointment: { id: number; patient_id: number | null },
  given: Parameters<typeof addSavedForm>[2] & { saved?: Date } = {},
) {
  const eform = await addEform(db)
  const draft = await addSavedForm(db, { appointment, eform } as never, given)
  await updateRows(db, 'saved_form', draft.id, { saved: given.saved ?? OLD })
  return draft
}

/** Whom earlier tests left is gone. */
beforeEach(async () => {
  configure({ guests: 30, savedForms: 30 })
  await run()
})

test('without periods nothing is removed', async () => {
  configure({})
  const { person, appointment } = await addOld()
  const draft = await addDraft(appointment)
  expect(await listed()).toEqual([])
  expect(await run()).toEqual({ guests: 0, savedForms: 0, skipped: 0, isLeft: false })
  expect(await isAnonymised(person.id)).toBe(false)
  expect(await oneRow(db, 'saved_form', draft.id)).toMatchObject({ answers: {} })
})

describe('a guest who never came', () => {
  test('is nobody afterwards: the appointment counts, and no name, contact, note, form or file is left', async () => {
    configure({ guests: 365 })
    const { person, appointment } = await addOld({ appointment: { status: 'did_not_attend' } })
    const draft = await addDraft(appointment, { answers: { phone: '07700 900 123' } })
    const file = await addFormFile(server, draft)
    await insertRow(db, 'message', {
      event: 'booked',
      patient_id: person.id,
      appointment_id: appointment.id,
      starts_at: appointment.starts_at,
      state: 'sent',
      created: OLD,
      sent: OLD,
      subject: 'Ada, your appointment',
      recipient: 'ada@example.test',
    })
    const expected = await listed()
    expect(expected).toContain(`guest ${person.id}`)
    await run()

    const row = await readPerson(person.id)
    const left = JSON.stringify({ ...row, uuid: '', dob: row.dob })
    for (const word of [person.last_name, 'ada', '07700', '1990', 'Harbour', 'ZZ1', '94347']) {
      expect(left.toLowerCase()).not.toContain(word.toLowerCase())
    }
    expect(row).toMatchObject({ full_name: 'Anonymised guest', is_active: false, is_guest: true })
    expect(await oneRow(db, 'appointment', appointment.id)).toMatchObject({
      status: 'did_not_attend',
      patient_id: person.id,
      starts_at: appointment.starts_at,
      patient_address: '',
      notes: '',
    })
    expect(await rowsWhere(db, 'saved_form', draft.id)).toEqual([])
    expect(await rowsWhere(db, 'form_file', { saved_form_id: draft.id })).toEqual([])
    const messages = await rowsWhere(db, 'message', { patient_id: person.id })
    expect(messages).not.toEqual([])
    for (const message of messages) expect(message).toMatchObject({ subject: '', recipient: '' })
    expect(await services.files.read(keyOfFile(file.id))).toBeNull()
  })

  test('is not removed while they wait for a time, and leaves no place on the waiting list', async () => {
    configure({ guests: 365 })
    const { person, appointment } = await addOld()
    const entry = await addWaiting(db, {
      patient_id: person.id,
      appointment_type_id: appointment.appointment_type_id,
      until: '2021-02-20',
    })
    expect(await listed()).not.toContain(`guest ${person.id}`)
    await updateRows(db, 'waiting_list_entry', entry.id, { until: '2020-01-31' })
    await run()
    expect(await isAnonymised(person.id)).toBe(true)
    expect(await rowsWhere(db, 'waiting_list_entry', entry.id)).toEqual([])
  })

  test('has one line in the trail for each thing that went, by the system', async () => {
    configure({ guests: 365 })
    const { person, appointment } = await addOld()
    const draft = await addDraft(appointment)
    await run()
    await run()
    const of = { patient_id: person.id, actor_role: 'system' }
    expect(
      await auditLines(db, ['action', 'subject_type', 'subject_id', 'actor_id', 'change'], of),
    ).toEqual([
      {
        action: 'person.anonymised',
        subject_type: 'person',
        subject_id: person.id,
        actor_id: null,
        change: {},
      },
      {
        action: 'form.draft_deleted',
        subject_type: 'saved_form',
        subject_id: draft.id,
        actor_id: null,
        change: { appointment: appointment.id, files: 0 },
      },
    ])
  })

  test('opens nothing any more, by token, by link or by what was declared; one who looks again stays', async () => {
    configure({ guests: 365 })
    const [gone, stays] = [
      await addOld({ appointment: { reference: newReference() } }),
      await addOld({ appointment: { reference: newReference() } }),
    ]
    const opened = async ({ person, appointment, token, link }: typeof gone) => {
      const path = `/api/public/appointments/${appointment.id}/`
      const { reference } = appointment
      const answers = [
        await send(server, 'GET', '/api/public/check-guest-user/', holding(token)),
        await send(server, 'GET', path, holding(token)),
        await send(server, 'GET', path, holding(link)),
        await send(server, 'POST', '/api/public/appointments/find/', {
          body: { reference, last_name: person.last_name, dob: person.dob },
        }),
      ]
      return answers.map(({ status }) => status)
    }
    expect(await opened(stays)).toEqual([200, 200, 200, 200])
    await run()
    expect(await opened(stays)).toEqual([200, 200, 200, 200])
    expect(await opened(gone)).toEqual([401, 401, 401, 404])
  })

  test('is no longer changed, merged or added to', async () => {
    configure({ guests: 365 })
    const { person, appointment } = await addOld({ appointment: WITHOUT_WORDS })
    await run()
    const administrator = await addSignedIn(server, {
      person: { is_staff: true, is_superuser: true },
    })
    const { version, modified } = await readPerson(person.id)
    const changed = await administrator.ask('PUT', `/api/admin/users/${person.id}/`, {
      first_name: 'Ada',
      last_name: 'Guest',
      dob: '1990-02-28',
      version,
    })
    const other = await addPerson(db)
    const merged = await administrator.ask(
      'POST',
      '/api/admin/potential-duplicate-users/',
      toMerge(other, { ...person, modified }),
    )
    const completed = await complete(appointment.id, administrator.headers)
    for (const refused of [changed, merged, completed]) {
      expect([refused.outcome, refused.body['detail']], refused.text).toEqual([
        '409 conflict',
        expect.stringMatching(/^We have removed the details of this person/),
      ])
    }
    const { id } = person
    const product = await addVaccineProduct(db)
    const allergy = await insertRow(db, 'allergy', { name: `Nuts ${id}` })
    const refusals = [
      addVaccination(db, { patient_id: id, vaccine_product_id: product.id }),
      addAdvice(db, { patient_id: id, appointment_id: null }),
      addAppointment(db, { patient_id: id, starts_at: new Date() }),
      insertRow(db, 'person_allergy', { person_id: id, allergy_id: allergy.id }),
      insertRow(db, 'allergy_statement', { person_id: id, none_known: true }),
      insertRow(db, 'account', { issuer: 'https://a.example', subject: `${id}`, person_id: id }),
      addRecordedOutcome(appointment),
      addDraft(appointment, { kind: 'clinician' }),
      updateRows(db, 'person', id, { anonymised: null }),
    ]
    expect([...new Set(await Promise.all(refusals.map(broken)))]).toEqual([
      'person_anonymised_stays',
    ])
  })
})

describe('the last day', () => {
  test.each([
    ['that lasted 23 hours', '2020-04-28', '2020-03-29T00:00:00.000Z'],
    ['that lasted 25 hours', '2020-11-24', '2020-10-24T23:00:00.000Z'],
    ['of summer', '2020-07-31', '2020-06-30T23:00:00.000Z'],
  ])('%s counts by the clinic’s clock', (_, today, expected) => {
    const settings = { CLINIC_TIME_ZONE: 'Europe/London', GUEST_RETENTION_DAYS: 30 }
    for (const time of ['00:01', '23:59']) {
      const now = toInstant(today, time, 'Europe/London')
      const { guests } = retentionLimits({ ...settings, SAVED_FORM_RETENTION_DAYS: 30 }, now)
      expect(guests?.toISOString()).toBe(expected)
    }
  })

  test('is kept, and the day before it is not', async () => {
    const before = await addOldGuest(db, new Date('2020-03-28T23:59:59.999Z'))
    const on = await addOldGuest(db, new Date('2020-03-29T00:00:00Z'))
    configure({ guests: 30 }, '2020-04-27T23:30:00Z')
    expect(await listed()).toContain(`guest ${before.person.id}`)
    await run()
    expect([await isAnonymised(before.person.id), await isAnonymised(on.person.id)]).toEqual([
      true,
      false,
    ])
  })
})

describe('a guest is kept whole', () => {
  const later = new Date('2021-02-28T12:00:00Z')
  type Old = Awaited<ReturnType<typeof addOld>>
  const kinds: Record<string, (old: Old) => Promise<unknown>> = {
    'with a vaccination': async ({ person }) =>
      addVaccination(db, {
        patient_id: person.id,
        vaccine_product_id: (await addVaccineProduct(db)).id,
        date_administered: OLD,
        is_historical: true,
      }),
    'with advice': ({ person }) => addAdvice(db, { patient_id: person.id, appointment_id: null }),
    'with an allergy': async ({ person }) => {
      const allergy = await insertRow(db, 'allergy', { name: `Nuts ${person.id}` })
      await insertRow(db, 'person_allergy', { person_id: person.id, allergy_id: allergy.id })
    },
    'with no known allergies': ({ person }) =>
      insertRow(db, 'allergy_statement', { person_id: person.id, none_known: true }),
    'who attended': ({ appointment }) =>
      update('appointment', appointment.id, { status: 'completed', completed_on: OLD }),
    'with an outcome and its letter': ({ appointment }) => addRecordedOutcome(appointment),
    'with a submitted form': async ({ appointment }) =>
      addSubmittedForm(db, { appointment, eform: await addEform(db) }),
    'with a clinician form': ({ appointment }) => addDraft(appointment, { kind: 'clinician' }),
    'about whom staff wrote a note': ({ appointment, person }) =>
      insertRow(db, 'audit_event', {
        at: OLD,
        actor_role: 'staff',
        action: 'appointment.changed',
        subject_type: 'appointment',
        subject_id: appointment.id,
        patient_id: person.id,
        change: JSON.stringify({ fields: ['notes'] }),
      }),
    'with an account': ({ person }) =>
      insertRow(db, 'account', {
        issuer: 'https://provider.example',
        subject: `old guest ${person.id}`,
        person_id: person.id,
      }),
    'who was merged': async ({ person }) =>
      insertRow(db, 'person_merge', {
        kept_id: person.id,
        merged_id: (await addPerson(db)).id,
        changed: '{}',
        moved: '[]',
      }),
    'with an appointment to come': ({ person }) =>
      addAppointment(db, {
        patient_id: person.id,
        starts_at: new Date('2021-03-20T12:00:00Z'),
        created: OLD,
        modified: OLD,
      }),
    'whose details changed lately': ({ person }) => update('person', person.id, { city: 'Bath' }),
    'who holds a time, and came by their token for it': ({ person }) =>
      insertRow(db, 'audit_event', {
        at: later,
        actor_id: person.id,
        actor_role: 'guest',
        action: 'person.read',
        subject_type: 'person',
        subject_id: person.id,
      }),
    'with a draft that changed lately': ({ appointment }) =>
      addDraft(appointment, { saved: later }),
  }
  const update = (
    table: 'appointment' | 'person',
    id: number,
    changes: Parameters<typeof updateRows>[3],
  ) => updateRows(db, table, id, changes)

  test.each(Object.entries(kinds))('%s', async (_, make) => {
    configure({ guests: 365 })
    const old = await addOld({ appointment: { status: 'booked' } })
    expect(await listed()).toContain(`guest ${old.person.id}`)
    await make(old)
    const before = await readPerson(old.person.id)
    expect(await listed()).not.toContain(`guest ${old.person.id}`)
    await run()
    expect(await readPerson(old.person.id)).toEqual(before)
  })

  test('by the database alone, whatever the code does', async () => {
    const old = await addOld({ appointment: { status: 'completed' } })
    const anonymise = sql`
      update person set anonymised = now(), first_name = 'Anonymised', last_name = 'guest', title = '',
        email = '', mobile = '', dob = null, gender = -1, nhs_number = '', address1 = '', postcode = '',
        is_active = false
      where id = ${old.person.id}`
    expect(await broken(anonymise.execute(services.db))).toBe('person_clinical_record_kept')
    const inPart = sql`update person set anonymised = now() where id = ${(await addOld()).person.id}`
    expect(await broken(inPart.execute(services.db))).toBe('person_anonymised_is_nobody')
  })
})

describe('at the same moment', () => {
  test('an appointment that is being completed keeps its guest', async () => {
    configure({ guests: 365 })
    const { person, appointment } = await addOld()
    const completing = await db.startTransaction().execute()
    await updateRows(completing, 'appointment', appointment.id, {
      status: 'completed',
      completed_on: OLD,
    })
    expect(await run()).toMatchObject({ guests: 0, skipped: 1 })
    await completing.commit().execute()
    await run()
    expect(await readPerson(person.id)).toMatchObject({
      last_name: person.last_name,
      email: person.email,
    })
  })

  test.each<[string, (tx: typeof db, old: Awaited<ReturnType<typeof addOld>>) => Promise<unknown>]>(
    [
      [
        'an allergy that is being written',
        (tx, { person }) =>
          insertRow(tx, 'allergy_statement', { person_id: person.id, none_known: true }),
      ],
      [
        'a clinician form that is being started',
        async (tx, { appointment, person }) => {
          const { id, edition, subversion } = await addEform(db)
          await insertRow(tx, 'saved_form', {
            kind: 'clinician',
            appointment_id: appointment.id,
            eform_id: id,
            edition,
            subversion,
            started_by: person.id,
            saved_by: person.id,
          })
        },
      ],
    ],
  )('%s keeps its guest', async (_, write) => {
    configure({ guests: 365 })
    const old = await addOld()
    const writing = await db.startTransaction().execute()
    await write(writing, old)
    expect(await run()).toMatchObject({ guests: 0, skipped: 1 })
    await writing.commit().execute()
    await run()
    expect(await isAnonymised(old.person.id)).toBe(false)
  })

  test('completing waits for the removal, and is then refused', async () => {
    configure({ guests: 365 })
    const { person, appointment } = await addOld({ appointment: WITHOUT_WORDS })
    const staff = await addStaffUser(server, [
      'clinic.change_appointment',
      'clinic.view_appointment',
      'clinic.view_other_appointments',
    ])
    let completing: ReturnType<typeof complete> | undefined
    const { remove } = services.files
    const draft = await addDraft(appointment)
    await addFormFile(server, draft)
    services.files.remove = async (key) => {
      // The transaction that removes the guest is still open.
      completing = complete(appointment.id, staff.headers)
      await eventually(async () => {
        expect(await lockWaits(db)).toBe(1)
      }, BUSY)
      await remove(key)
    }
    await run().finally(() => Object.assign(services.files, { remove }))
    expect((await completing)?.outcome).toBe('409 conflict')
    expect(await isAnonymised(person.id)).toBe(true)
    expect(await oneRow(db, 'appointment', appointment.id)).toMatchObject({
      status: 'booked',
    })
  })

  test('two processes remove each guest once', async () => {
    configure({ guests: 365 })
    const ids: number[] = []
    for (let count = 0; count < 8; count += 1) ids.push((await addOld()).person.id)
    const results = await Promise.all([run(), run()])
    await run()
    expect(results.reduce((sum, { guests }) => sum + guests, 0)).toBeLessThanOrEqual(8)
    for (const id of ids) {
      expect(
        await auditLines(db, [], { subject_id: id, action: 'person.anonymised' }),
      ).toHaveLength(1)
    }
  })
})

test('a run whose connection is cut leaves nothing half removed, and the next one finishes', async () => {
  configure({ guests: 365 })
  const [first, second] = [await addOld(), await addOld()]
  const draft = await addDraft(second.appointment)
  const file = await addFormFile(server, draft)
  const { remove } = services.files
  services.files.remove = async (key) => {
    await remove(key)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'`.execute(db)
  }
  const cut = await run().catch((error: unknown) => error)
  services.files.remove = remove
  expect(cut).toBeInstanceOf(Error)
  expect(await isAnonymised(first.person.id)).toBe(true)
  expect(await readPerson(second.person.id)).toMatchObject({ email: second.person.email })
  expect(await rowsWhere(db, 'form_file', { saved_form_id: draft.id })).toHaveLength(1)

  expect(await run()).toMatchObject({ guests: 1, skipped: 0 })
  expect(await isAnonymised(second.person.id)).toBe(true)
  expect(await services.files.read(keyOfFile(file.id))).toBeNull()
  for (const { person } of [first, second]) {
    const lines = await auditLines(db, [], { subject_id: person.id, action: 'person.anonymised' })
    expect(lines).toHaveLength(1)
  }
})

test('a run without time for all says that something is left', async () => {
  configure({ guests: 365 })
  await addOld()
  await addOld()
  const due = await listed()
  expect(await runRetention(services, new AbortController().signal, 0)).toMatchObject({
    guests: 1,
    isLeft: true,
  })
  expect(await listed()).toEqual(due.slice(1))
})

describe('answers that were never submitted', () => {
  const configureForms = () => configure({ savedForms: 60 })

  test('go with their files once the appointment is over, and the trail has a line', async () => {
    configureForms()
    const patient = await addSignedIn(server)
    const { appointment } = await addAppointmentWithForms(db, {
      patient_id: patient.id,
      starts_at: OLD,
    })
    const draft = await addDraft(appointment, { answers: { phone: '07700 900 123' } })
    const file = await addFormFile(server, draft)
    const expected = await listed()
    expect(expected).toContain(`savedForm ${draft.id}`)
    expect(await run()).toMatchObject({ guests: 0, savedForms: expected.length, skipped: 0 })
    expect(await rowsWhere(db, 'saved_form', draft.id)).toEqual([])
    expect(await services.files.read(keyOfFile(file.id))).toBeNull()
    expect(
      await auditLines(db, ['actor_role', 'patient_id', 'change'], {
        subject_id: draft.id,
        action: 'form.draft_deleted',
      }),
    ).toEqual([
      {
        actor_role: 'system',
        patient_id: patient.id,
        change: { appointment: appointment.id, files: 1 },
      },
    ])
  })

  test('stay while they may still be needed, and so does what was submitted', async () => {
    configureForms()
    const over = () => addAppointment(db, { starts_at: OLD })
    const submitted = await addSubmittedForm(db, {
      appointment: await over(),
      eform: await addEform(db),
    })
    const amended = await addSubmittedForm(db, {
      appointment: await over(),
      eform: await addEform(db),
    })
    await updateRows(db, 'saved_form', amended.saved.id, {
      answers: '{}',
      amends: amended.submitted.id,
      saved: OLD,
    })
    const kept = [
      submitted.saved,
      amended.saved,
      await addDraft(await over(), { kind: 'clinician' }),
      await addDraft(await over(), { saved: new Date('2021-02-28T00:00:00Z') }),
      await addDraft(await addAppointment(db, { starts_at: new Date('2021-03-20T09:00:00Z') })),
    ].map(({ id }) => id)
    const due = await addDraft(
      await addAppointment(db, {
        starts_at: new Date('2021-03-20T09:00:00Z'),
        status: 'cancelled',
      }),
    )
    await run()
    const left = await rowsWhere(db, 'saved_form')
    const ids = left.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(kept))
    expect(ids).not.toContain(due.id)
  })

  test('stay where they are being submitted', async () => {
    configureForms()
    const draft = await addDraft(await addAppointment(db, { starts_at: OLD }))
    const submitting = await db.startTransaction().execute()
    await submitting
      .selectFrom('saved_form')
      .select('id')
      .where('id', '=', draft.id)
      .forUpdate()
      .execute()
    expect(await run()).toMatchObject({ savedForms: 0, skipped: 1 })
    await submitting.rollback().execute()
    expect(await run()).toMatchObject({ savedForms: 1, skipped: 0 })
  })
})

const holding = (token: string) => ({ headers: { 'Guest-User-Access-Token': token } })

const complete = (id: number, headers: Record<string, string>) =>
  send(server, 'PUT', `/api/admin/appointments/${id}/complete_appointment/`, {
    headers,
    body: { version: 1 },
  })

async function addRecordedOutcome(appointment: { id: number; appointment_type_id: number }) {
  return await recordOutcome(db, appointment, await offerOutcome(db, appointment))
}

/** The constraint that a statement breaks, or `none`. */
const broken = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: unknown) => brokenConstraint(error) ?? String(error),
  )
