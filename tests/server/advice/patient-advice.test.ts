import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addAppointment, addGuest, addPerson } from '../clinic-factory.ts'
import { addAppointmentLink } from '../forms/filled-form-rows.ts'
import { addLikelyPair, toMerge } from '../merging/likely-pair.ts'
import { auditLines, insertRow, newestAuditLine, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { listedIds, listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addAdvice, addAdviceCategory, addSnippet, pastHour } from './advice-rows.ts'

/* Advice to a patient, from its writing to its withdrawal. */

const server = await runTestServer()
const { db } = server.database

const ALL = ['view', 'add', 'change', 'delete'].map(
  (action) => `clinic.${action}_patientadvice` as Permission,
)
const clinicianWith = (...permissions: Permission[]) =>
  addSignedIn(server, { person: { is_staff: true }, clinician: true, permissions })
const clinician = await clinicianWith(...ALL, 'clinic.view_appointment')
const colleague = await clinicianWith(...ALL, 'clinic.view_other_appointments')

const LIST = '/api/admin/patientadvices/'
const ask = (
  method: string,
  path: string,
  { by = clinician, body, key }: { by?: SignedInPerson; body?: unknown; key?: string } = {},
) =>
  send(server, method, path, {
    headers: { ...by.headers, ...(key !== undefined && { 'Idempotency-Key': key }) },
    body,
  })
const one = (id: number) => `${LIST}${id}/`
const ownAppointment = async (patientId?: number) =>
  await addAppointment(db, {
    starts_at: pastHour(),
    staff_id: clinician.staffId ?? 0,
    ...(patientId !== undefined && { patient_id: patientId }),
  })

test('who may see advice, but no appointments, reads not when one is', async () => {
  const appointment = await ownAppointment()
  const { id } = await addAdvice(db, {
    patient_id: appointment.patient_id ?? 0,
    appointment_id: appointment.id,
  })
  const seen = async (permissions: Permission[]) => {
    const { headers } = await addStaffUser(server, [
      'clinic.view_patientadvice',
      'clinic.view_other_appointments',
      ...permissions,
    ])
    const path = `/api/admin/patientadvices/${id}/`
    return (await send(server, 'GET', path, { headers })).body['appointment_start']
  }
  expect(await seen([])).toBe(null)
  expect(await seen(['clinic.view_appointment'])).toBe(appointment.starts_at.toISOString())
})

describe('writing', () => {
  test('keeps the text as it is, with line breaks and HTML, and says who wrote it and about what', async () => {
    const appointment = await ownAppointment()
    const [first, second] = [await addAdviceCategory(db), await addAdviceCategory(db)]
    const text = 'Rest.\n\n<b>Drink</b> & <script>alert(1)</script>'
    const { status, body } = await ask('POST', LIST, {
      body: {
        patient_id: appointment.patient_id,
        appointment_id: appointment.id,
        advice_text: `  ${text}  `,
        category_ids: [second.id, first.id],
        pinned: true,
      },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      patient_id: appointment.patient_id,
      staff_id: clinician.staffId,
      appointment_id: appointment.id,
      appointment_start: appointment.starts_at.toISOString(),
      advice_text: text,
      category_ids: [first.id, second.id],
      categories: [{ name: first.name }, { name: second.name }],
      pinned: true,
      favourite: false,
      archived: null,
      withdrawn: null,
      version: 1,
      may: ['change', 'archive', 'withdraw'],
    })
    expect(await ask('GET', String(body['url']).replace(/^.*\/api/, '/api'))).toMatchObject({
      body,
    })
    const lines = await auditLines(db, ['action', 'actor_id', 'patient_id'], {
      subject_type: 'patient_advice',
      subject_id: Number(body['id']),
    })
    expect(lines).toEqual([
      { action: 'advice.created', actor_id: clinician.id, patient_id: appointment.patient_id },
    ])
  })

  test.each<[string, object, object]>([
    ['an empty text', { advice_text: ' \n ' }, { advice_text: ['Enter the advice'] }],
    [
      'a text that is too long',
      { advice_text: 'x'.repeat(5_001) },
      { advice_text: ['Use 5,000 characters or fewer'] },
    ],
    [
      'an unknown category',
      { category_ids: [2_147_483_647] },
      { category_ids: ['Choose from the list: one of these no longer exists.'] },
    ],
    [
      'an unknown patient',
      { patient_id: 2_147_483_647 },
      { patient_id: ['This patient was not found.'] },
    ],
    [
      'an unknown appointment',
      { appointment_id: 2_147_483_647 },
      { appointment_id: ['Choose an appointment of this patient.'] },
    ],
  ])('refuses %s by its field', async (_, wrong, refusal) => {
    const patient = await addPerson(db)
    const body = { patient_id: patient.id, advice_text: 'Rest.', ...wrong }
    expect(await ask('POST', LIST, { body })).toMatchObject({ status: 400, body: refusal })
    expect(await rowsWhere(db, 'patient_advice', { patient_id: patient.id })).toEqual([])
  })

  test('refuses an appointment of another patient, and so does the database', async () => {
    const [appointment, other] = [await ownAppointment(), await addPerson(db)]
    const body = { patient_id: other.id, appointment_id: appointment.id, advice_text: 'Rest.' }
    expect(await ask('POST', LIST, { body })).toMatchObject({
      status: 400,
      body: { appointment_id: ['Choose an appointment of this patient.'] },
    })
    await expect(
      addAdvice(db, { patient_id: other.id, appointment_id: appointment.id }),
    ).rejects.toThrow('patient_advice_of_appointment')
  })

  test('for another clinician’s appointment needs the permission to see it', async () => {
    const { id, patient_id } = await addAppointment(db, { starts_at: pastHour() })
    const body = { patient_id, appointment_id: id, advice_text: 'Rest.' }
    expect((await ask('POST', LIST, { body })).status).toBe(403)
    expect((await ask('POST', LIST, { body, by: colleague })).status).toBe(201)
  })

  test('the same key writes once, also at the same time; another text with it is refused', async () => {
    const patient = await addPerson(db)
    const body = { patient_id: patient.id, advice_text: 'Rest.' }
    const key = `writing-${patient.id}`
    const answers = await Promise.all([1, 2, 3].map(() => ask('POST', LIST, { body, key })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1)
    expect(await rowsWhere(db, 'patient_advice', { patient_id: patient.id })).toHaveLength(1)
    const other = await ask('POST', LIST, { body: { ...body, advice_text: 'Work.' }, key })
    expect(other).toMatchObject({ status: 409, body: { code: 'conflict' } })
    // Another member of staff may happen to use the same.
    const theirs = await ask('POST', LIST, { body, key, by: colleague })
    expect(theirs.body['id']).not.toBe(answers[0]?.body['id'])
  })

  test('a key whose request was refused can be used again', async () => {
    const patient = await addPerson(db)
    const body = { patient_id: patient.id, advice_text: 'Rest.' }
    const key = `refused-${patient.id}`
    const wrong = { ...body, category_ids: [2_147_483_647] }
    expect((await ask('POST', LIST, { body: wrong, key })).status).toBe(400)
    expect((await ask('POST', LIST, { body, key })).status).toBe(201)
  })
})

describe('the list', () => {
  test('has pinned advice first, then the newest; archived and withdrawn advice is a list of its own', async () => {
    const { id: patient_id } = await addPerson(db)
    const add = (given: object) => addAdvice(db, { patient_id, appointment_id: null, ...given })
    const at = (day: number) => ({ created: new Date(Date.UTC(2026, 6, day)) })
    const old = await add({ ...at(1), advice_text: 'Sleep well.' })
    const pinned = await add({ ...at(2), pinned: true })
    const recent = await add(at(3))
    const by = { archived_at: pastHour(), archived_by: clinician.id }
    const archived = await add({ ...at(4), ...by })
    const withdrawn = await add({
      ...at(5),
      withdrawn_at: pastHour(),
      withdrawn_by: clinician.id,
      withdrawn_reason: 'For somebody else',
    })
    const ids = async (path: string) => listedIds((await ask('GET', `/api/admin/${path}`)).body)
    const query = `?patient_id=${patient_id}`
    expect(await ids(`patientadvices/${query}`)).toEqual([pinned.id, recent.id, old.id])
    expect(await ids(`patientadvices/${query}&search=sleep`)).toEqual([old.id])
    expect(await ids(`patientadvices/${query}&page=2&page_size=2`)).toEqual([old.id])
    expect(await ids(`patientarchivedadvices/${query}`)).toEqual([withdrawn.id, archived.id])
    const category = await addAdviceCategory(db)
    await insertRow(db, 'patient_advice_category', {
      patient_advice_id: recent.id,
      advice_category_id: category.id,
    })
    expect(await ids(`patientadvices/?category_id=${category.id}`)).toEqual([recent.id])
    const line = await newestAuditLine(db, ['patient_ids'], {
      actor_id: clinician.id,
      action: 'advice.listed',
    })
    expect(line.patient_ids).toEqual([patient_id])
  })

  test('leaves out other clinicians’ appointments, unless one may see them', async () => {
    const { id: patient_id } = await addPerson(db)
    const own = await ownAppointment(patient_id)
    const mine = await addAdvice(db, { patient_id, appointment_id: own.id })
    const general = await addAdvice(db, { patient_id, appointment_id: null })
    const theirs = await addAdvice(db, { patient_id })
    const path = `${LIST}?patient_id=${patient_id}&ordering=created`
    expect(listedIds((await ask('GET', path)).body)).toEqual([mine.id, general.id])
    expect(listedIds((await ask('GET', path, { by: colleague })).body)).toContain(theirs.id)
    expect((await ask('GET', one(theirs.id))).status).toBe(403)
  })
})

describe('changing', () => {
  const change = (id: number, body: object, by = clinician) => ask('PUT', one(id), { body, by })
  const text = { advice_text: 'Rest for a week.', category_ids: [] }

  test('two people at once: the second is told who saved what, and loses nothing', async () => {
    const { id } = await addAdvice(db, { appointment_id: null })
    const first = await change(id, { ...text, version: 1 }, colleague)
    expect(first.body).toMatchObject({ advice_text: text.advice_text, version: 2 })
    const second = await change(id, { ...text, advice_text: 'Work.', version: 1 })
    expect(second).toMatchObject({ status: 409, body: { code: 'stale' } })
    expect(second.body['detail']).toMatch(/changed advice at /)
    // The answer to a first request may have been lost.
    expect((await change(id, { ...text, version: 1 }, colleague)).body).toEqual(first.body)
  })

  test('keeps what it said before for staff, who changed it and when; the patient reads the present text', async () => {
    const patient = await addSignedIn(server)
    const { id } = await addAdvice(db, {
      patient_id: patient.id,
      appointment_id: null,
      advice_text: 'Rest.',
    })
    await change(id, { ...text, advice_text: 'Rest for a day.' }, colleague)
    await ask('PATCH', one(id), { body: { pinned: true } })
    const category = await addAdviceCategory(db)
    await change(id, { advice_text: 'Rest for a day.', category_ids: [category.id] })
    await change(id, text)
    const names = await Promise.all(
      [clinician, colleague].map(async (by) => (await oneRow(db, 'person', by.id)).full_name),
    )
    const earlier = [
      { version: 4, advice_text: 'Rest for a day.', replaced_by_name: names[0] },
      { version: 1, advice_text: 'Rest.', replaced_by_name: names[1] },
    ].map((each) => ({ ...each, replaced: expect.any(String) }))
    const { body } = await ask('GET', one(id))
    expect(body).toMatchObject({ advice_text: text.advice_text, earlier_texts: earlier })
    const { body: listed } = await ask('GET', `${LIST}?patient_id=${patient.id}`)
    expect(listedRows(listed)).toMatchObject([{ id, earlier_texts: earlier }])
    const own = await send(server, 'GET', `/api/private/patientadvices/${id}/`, patient)
    expect(own.body).toMatchObject({ advice_text: text.advice_text, earlier_texts: [] })

    const kept = { patient_advice_id: id, version: 1 }
    // As a merge of the two members of staff does.
    await updateRows(db, 'patient_advice_version', kept, { replaced_by: clinician.id })
    await expect(
      updateRows(db, 'patient_advice_version', kept, { advice_text: 'Work.' }),
    ).rejects.toThrow('stays as it is')
    await expect(
      db.deleteFrom('patient_advice_version').where('patient_advice_id', '=', id).execute(),
    ).rejects.toThrow('stays as it is')
  })

  test('takes back everything that was read, and writes only what changes', async () => {
    const { id } = await addAdvice(db, { appointment_id: null })
    const { body } = await ask('GET', one(id))
    const { status, body: changed } = await change(id, { ...body, ...text })
    expect([status, changed['advice_text']]).toEqual([200, text.advice_text])
  })

  test('authors change their own; others need the permission to change', async () => {
    const author = await clinicianWith('clinic.view_patientadvice', 'clinic.add_patientadvice')
    const own = await addAdvice(db, { appointment_id: null, written_by: author.id })
    const other = await addAdvice(db, { appointment_id: null })
    expect((await change(own.id, text, author)).status).toBe(200)
    expect(await change(other.id, text, author)).toMatchObject({
      status: 403,
      body: { detail: 'You can only change advice that you wrote.' },
    })
    const read = await ask('GET', one(other.id), { by: author })
    expect(read.body['may']).toEqual([])
  })

  test('a category that was deleted meanwhile is refused; one that is used is not deleted', async () => {
    const { id } = await addAdvice(db, { appointment_id: null })
    const [gone, used] = [await addAdviceCategory(db), await addAdviceCategory(db)]
    await db.deleteFrom('advice_category').where('id', '=', gone.id).execute()
    expect(await change(id, { ...text, category_ids: [gone.id] })).toMatchObject({
      status: 400,
      body: { category_ids: ['Choose from the list: one of these no longer exists.'] },
    })
    expect((await change(id, { ...text, category_ids: [used.id] })).status).toBe(200)
    const keeper = await addStaffUser(server, ['clinic.delete_advicecategory'])
    const path = `/api/admin/advicecategories/${used.id}/`
    expect(await ask('DELETE', path, { by: keeper, body: { version: 1 } })).toMatchObject({
      status: 409,
      body: { detail: 'This advice category is still used by 1 piece of advice.' },
    })
  })

  test('pins and archives, once each, and back', async () => {
    const { id } = await addAdvice(db, { appointment_id: null })
    const mark = (body: object) => ask('PATCH', one(id), { body })
    expect((await mark({ pinned: true, archived: true })).body).toMatchObject({
      pinned: true,
      archived: { at: expect.any(String), by_name: expect.any(String) },
    })
    expect((await mark({ archived: true })).body['version']).toBe(2)
    expect((await mark({ archived: false, version: 1 })).status).toBe(409)
    expect((await mark({ archived: false, version: 2 })).body).toMatchObject({ archived: null })
    const lines = await auditLines(db, ['action'], {
      subject_type: 'patient_advice',
      subject_id: id,
    })
    expect(lines.map(({ action }) => action)).toEqual(['advice.archived', 'advice.restored'])
  })
})

describe('withdrawing', () => {
  const withdraw = (id: number, body: object) => ask('DELETE', one(id), { body })

  test('needs a reason, keeps the advice for staff, and happens once', async () => {
    const { id } = await addAdvice(db, { appointment_id: null })
    expect((await withdraw(id, { reason: ' ' })).body).toEqual({ reason: ['Enter a reason'] })
    const reason = 'Meant for another patient'
    const { status, body } = await withdraw(id, { reason, version: 1 })
    expect([status, body['may']]).toEqual([200, []])
    expect(body['withdrawn']).toMatchObject({ reason })
    expect((await withdraw(id, { reason, version: 1 })).body).toEqual(body)
    expect((await withdraw(id, { reason: 'Another' })).status).toBe(409)
    const lines = await auditLines(db, ['action'], { subject_id: id, action: 'advice.withdrawn' })
    expect(lines).toHaveLength(1)
  })

  test('leaves nothing to change: not through the API, and not in the database', async () => {
    const { id } = await addAdvice(db, { appointment_id: null })
    await withdraw(id, { reason: 'Wrong patient' })
    const body = { advice_text: 'Something else', category_ids: [] }
    expect(await ask('PUT', one(id), { body })).toMatchObject({
      status: 409,
      body: { detail: 'This advice has been withdrawn.' },
    })
    expect((await ask('PATCH', one(id), { body: { pinned: true } })).status).toBe(409)
    await expect(
      updateRows(db, 'patient_advice', id, { advice_text: 'Something else' }),
    ).rejects.toThrow('stays as it is')
    await expect(db.deleteFrom('patient_advice').where('id', '=', id).execute()).rejects.toThrow(
      'stays as it is',
    )
  })
})

describe('a patient', () => {
  const patientWithAdvice = async () => {
    const patient = await addSignedIn(server)
    return { patient, advice: await addAdvice(db, { patient_id: patient.id }) }
  }
  const OWN = '/api/private/patientadvices/'

  test('reads their own advice but nothing withdrawn', async () => {
    const { patient, advice } = await patientWithAdvice()
    const archived = await addAdvice(db, {
      patient_id: patient.id,
      archived_at: pastHour(),
      archived_by: clinician.id,
    })
    const withdrawn = await addAdvice(db, {
      patient_id: patient.id,
      withdrawn_at: pastHour(),
      withdrawn_by: clinician.id,
      withdrawn_reason: 'It was about somebody else',
    })
    const list = await ask('GET', OWN, { by: patient })
    expect(listedRows(list.body)).toMatchObject([
      { id: advice.id, may: ['favourite'], withdrawn: null },
    ])
    const old = await ask('GET', '/api/private/patientarchivedadvices/', { by: patient })
    expect(listedIds(old.body)).toEqual([archived.id])
    expect((await ask('GET', `${OWN}${withdrawn.id}/`, { by: patient })).status).toBe(404)
  })

  test('marks favourites, which makes nobody’s edit stale, and can change nothing else', async () => {
    const { patient, advice } = await patientWithAdvice()
    const path = `${OWN}${advice.id}/`
    const mark = (body: object) => ask('PATCH', path, { by: patient, body })
    expect((await mark({ favourite: true })).body).toMatchObject({ favourite: true, version: 1 })
    expect((await mark({ favourite: true })).status).toBe(200)
    expect(
      await auditLines(db, ['change'], { subject_id: advice.id, actor_id: patient.id }),
    ).toEqual([{ change: { version: 1, fields: ['favourite'] } }])
    expect((await mark({ favourite: true, pinned: true })).body).toEqual({
      pinned: ['This field is not known.'],
    })
    const { body: row } = await ask('GET', path, { by: patient })
    const putBack = { ...row, favourite: false }
    expect((await ask('PUT', path, { by: patient, body: putBack })).body).toMatchObject({
      favourite: false,
      version: 1,
    })
    for (const [method, address, body] of [
      ['POST', OWN, row],
      ['PUT', path, { ...row, advice_text: 'Another text' }],
      ['PUT', path, { ...row, pinned: !row['pinned'] }],
      ['DELETE', path, {}],
    ] as const) {
      expect(await ask(method, address, { by: patient, body })).toMatchObject({
        status: 403,
        body: { code: 'not_allowed', detail: 'Only staff can write in your record.' },
      })
    }
  })
})

describe('a guest', () => {
  const read = (appointmentId: number, headers: Record<string, string>) =>
    send(server, 'GET', `/api/public/patientadvices/?appointment_id=${appointmentId}`, { headers })

  test('reads the advice of their appointment with their token or the link to it', async () => {
    const guest = await addGuest(db)
    const advice = await addAdvice(db, { patient_id: guest.id })
    await addAdvice(db, { patient_id: guest.id, appointment_id: null })
    const id = advice.appointment_id ?? 0
    const link = await addAppointmentLink(db, id, guest.id)
    for (const headers of [{ 'Guest-User-Access-Token': guest.token }, link]) {
      expect(listedRows((await read(id, headers)).body)).toMatchObject([
        { id: advice.id, url: null, may: [] },
      ])
    }
    const lines = await auditLines(db, ['patient_id'], {
      action: 'advice.listed',
      actor_id: guest.id,
    })
    expect(lines).toEqual([{ patient_id: guest.id }, { patient_id: guest.id }])
  })

  test('reads nothing by a link once the record was merged: it may be about the other person', async () => {
    const { kept, merged } = await addLikelyPair(db, { is_guest: true })
    const advice = await addAdvice(db, { patient_id: kept.id })
    const id = advice.appointment_id ?? 0
    const link = await addAppointmentLink(db, id, kept.id)
    expect(listedIds((await read(id, link)).body)).toEqual([advice.id])
    const manager = await addStaffUser(server, ['clinic.can_manage_duplicate_guest_users'])
    const path = '/api/admin/potential-duplicate-users/'
    const answer = await ask('POST', path, { by: manager, body: toMerge(kept, merged) })
    expect(answer.status, answer.text).toBe(200)
    expect(listedIds((await read(id, link)).body)).toEqual([])
  })
})

describe('saved texts', () => {
  const SNIPPETS = '/api/admin/advicesnippets/'

  test('are one’s own: written once, changed, deleted; others do not find them', async () => {
    const category = await addAdviceCategory(db)
    const body = { name: 'Rest', advice_text: 'Rest.\nDrink.', category_ids: [category.id] }
    const by = await clinicianWith(...ALL)
    const made = await ask('POST', SNIPPETS, { by, body, key: 'the first text' })
    const again = await ask('POST', SNIPPETS, { by, body, key: 'the first text' })
    expect([made.status, again.body]).toEqual([201, made.body])
    expect(made.body).toMatchObject({ ...body, version: 1 })
    const path = `${SNIPPETS}${Number(made.body['id'])}/`
    const change = { ...body, name: 'Rest well', version: 1 }
    expect((await ask('PUT', path, { by, body: change })).body).toMatchObject({ version: 2 })
    expect((await ask('PUT', path, { by, body: change })).body).toMatchObject({ code: 'stale' })
    expect((await ask('GET', path)).status).toBe(404)
    expect((await ask('DELETE', path)).status).toBe(404)
    expect(listedRows((await ask('GET', SNIPPETS)).body)).toEqual([])
    // A category that is deleted is taken out of them.
    await db.deleteFrom('advice_category').where('id', '=', category.id).execute()
    expect((await ask('GET', path, { by })).body).toMatchObject({ category_ids: [] })
    expect((await ask('DELETE', path, { by })).status).toBe(204)
    expect(listedRows((await ask('GET', SNIPPETS, { by })).body)).toEqual([])
  })

  test('go with their writer', async () => {
    const writer = await addPerson(db, { is_staff: true })
    const { id } = await addSnippet(db, { person_id: writer.id })
    await db.deleteFrom('person').where('id', '=', writer.id).execute()
    expect(await rowsWhere(db, 'advice_snippet', id)).toEqual([])
  })
})

test('advice of a record that was merged is written for the record that is kept', async () => {
  const kept = await addPerson(db)
  const merged = await addPerson(db, { merged_into: kept.id, is_active: false })
  const body = { patient_id: merged.id, advice_text: 'Rest.' }
  const refused = await ask('POST', LIST, { body })
  expect(refused.body['patient_id']).toEqual([expect.stringContaining(`person number ${kept.id}`)])
  await expect(addAdvice(db, { patient_id: merged.id, appointment_id: null })).rejects.toThrow(
    'has been merged',
  )
  expect(await oneRow(db, 'person', merged.id)).toMatchObject({ merged_into: kept.id })
})
