import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { personReferences } from '#server/merging/move-records.ts'
import { readAllergies } from '#server/people/allergies.ts'
import { comparePeople } from '#server/people/find-alike.ts'
import { addAdvice } from '../advice/advice-rows.ts'
import { addAppointment, addPerson } from '../clinic-factory.ts'
import { addGroup, putInGroup } from '../people/permission-group.ts'
import { insertRow, newestAuditLine, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { listedIds, listedRows, send } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import { addLikelyPair, toMerge } from './likely-pair.ts'

const server = await runTestServer()
const { db } = server.database
const manager = await addStaffUser(server, [
  'clinic.can_manage_duplicates',
  'clinic.can_manage_duplicate_guest_users',
])
const desk = await addStaffUser(server, ['clinic.can_manage_duplicate_guest_users'])
const administrator = await addSignedIn(server, { person: { is_staff: true, is_superuser: true } })

const PATH = '/api/admin/potential-duplicate-users/'
const post = (path: string, body: unknown, by = manager) => by.ask('POST', `${PATH}${path}`, body)
const merge = (body: unknown, by = manager) => post('', body, by)
const undo = (id: number, by = manager) => by.ask('POST', `${PATH}${id}/undo/`)
const toId = (answer: Awaited<ReturnType<typeof merge>>) => {
  expect(answer.status, answer.text).toBe(200)
  return (answer.body['merges'] as { id: number }[])[0]?.id ?? 0
}
type Group = { id: number; score: number; people: { id: number }[]; reasons: string[] }
const groups = async (by = manager) => {
  const { body } = await send(server, 'GET', `${PATH}?page_size=500`, by)
  return listedRows<Group>(body)
}
const readGroup = async (id: number, by = manager) =>
  (await groups(by)).find(({ people }) => people.some((person) => person.id === id))
const person = (id: number) => oneRow(db, 'person', id)

const lastAudit = () =>
  db.selectFrom('audit_event').selectAll().orderBy('sequence', 'desc').executeTakeFirstOrThrow()

/** Every row of every table but those that only grow: what a merge and its undoing leave as it was. */
async function everything() {
  const { rows } = await sql<{ table: string }>`
    select relname as table from pg_class where relkind = 'r'
      and relnamespace = 'public'::regnamespace and relname not in
        ('audit_event', 'person_merge', 'person_to_compare', 'session')`.execute(db)
  const all: Record<string, unknown[]> = {}
  for (const { table } of rows) {
    const found = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'modified' - 'version' as row from ${sql.table(table)} as t
      order by to_jsonb(t) #>> '{}'`.execute(db)
    all[table] = found.rows.map(({ row }) => JSON.stringify(row)).toSorted()
  }
  return all
}

describe('groups', () => {
  test('hold everybody who may be one, with score and reasons, and the trail says whom one read of', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const third = await addPerson(db, {
      first_name: kept.first_name,
      last_name: merged.last_name,
      dob: '1983-11-02',
    })
    await comparePeople(db, [third.id])
    expect(await readGroup(kept.id)).toMatchObject({
      id: kept.id,
      score: 80,
      size: 3,
      reasons: ['Same name', 'Same date of birth'],
      people: [{ id: kept.id }, { id: merged.id }, { id: third.id }],
    })
    const line = await lastAudit()
    expect(line).toMatchObject({ action: 'person.listed', actor_id: manager.id })
    expect(line.patient_ids).toEqual(expect.arrayContaining([kept.id, merged.id, third.id]))
  })

  test('of whom somebody said that they are not the same come not again', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const ids = [merged.id, kept.id]
    expect((await post('not-the-same/', { ids })).status).toBe(204)
    await comparePeople(db, ids)
    expect(await readGroup(kept.id)).toBeUndefined()
  })

  test('are offered again where that is taken back, by whoever manages them; the trail has it', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const guests = await addLikelyPair(db, { is_guest: true })
    const ids = [kept.id, merged.id]
    const guestIds = [guests.kept.id, guests.merged.id]
    await post('not-the-same/', { ids })
    await post('not-the-same/', { ids: guestIds })
    const listed = async (by = manager) => {
      const { body } = await send(server, 'GET', `${PATH}not-the-same/`, by)
      return listedRows<{ one: { id: number } }>(body).map(({ one }) => one.id)
    }
    const { body } = await send(server, 'GET', `${PATH}not-the-same/?page_size=1&page=2`, manager)
    expect(body['results']).toMatchObject([
      { one: { id: kept.id }, other: { id: merged.id }, by: { id: manager.id } },
    ])
    expect(await listed(desk)).toContain(guests.kept.id)
    expect(await listed(desk)).not.toContain(kept.id)
    expect((await post('not-the-same/undo/', { ids }, desk)).status).toBe(403)
    expect((await post('not-the-same/undo/', { ids })).status).toBe(204)
    expect(await lastAudit()).toMatchObject({
      action: 'person.not_the_same_undone',
      actor_id: manager.id,
      patient_ids: ids,
    })
    expect(await readGroup(kept.id)).toMatchObject({ score: 80, people: [{ id: kept.id }, {}] })
    expect(await listed()).not.toContain(kept.id)
    expect((await post('not-the-same/undo/', { ids })).status).toBe(404)
  })

  test('of whom nothing speaks for it any more is not offered when that is taken back', async () => {
    const { kept, merged } = await addLikelyPair(db)
    await post('not-the-same/', { ids: [kept.id, merged.id] })
    await updateRows(db, 'person', merged.id, { dob: '1950-01-31' })
    await post('not-the-same/undo/', { ids: [merged.id, kept.id] })
    expect(await readGroup(kept.id)).toBeUndefined()
  })

  test('whoever changes so that they are alike no more is gone from it', async () => {
    const { kept, merged } = await addLikelyPair(db)
    await updateRows(db, 'person', merged.id, { dob: '1950-01-31' })
    const waiting = await db.selectFrom('person_to_compare').select('person_id').execute()
    expect(waiting).toContainEqual({ person_id: merged.id })
    await comparePeople(db, [merged.id])
    expect(await readGroup(kept.id)).toBeUndefined()
  })

  test('of guests are for those who manage guests, and of patients for the others', async () => {
    const guests = await addLikelyPair(db, { is_guest: true })
    const mixed = await addLikelyPair(db, {}, { is_guest: true })
    expect(await readGroup(guests.kept.id, desk)).toBeDefined()
    expect(await readGroup(mixed.kept.id, desk)).toBeUndefined()
    expect((await merge(toMerge(mixed.kept, mixed.merged), desk)).status).toBe(403)
    expect(await readGroup(mixed.kept.id)).toBeDefined()
    toId(await merge(toMerge(guests.kept, guests.merged), desk))
  })
})

describe('merging', () => {
  test('moves everything, and taking it back leaves everything as it was', async () => {
    const { kept, merged } = await addLikelyPair(
      db,
      { email: '' },
      {
        email: 'rosa@example.test',
        mobile: '07700 900982',
        username: 'rosa',
        is_portal_user: true,
      },
    )
    const allergy = await db
      .insertInto('allergy')
      .values([{ name: 'Penicillin' }, { name: 'Latex' }])
      .returning('id')
      .execute()
    const [shared = 0, own = 0] = allergy.map(({ id }) => id)
    await db
      .insertInto('person_allergy')
      .values([
        { person_id: kept.id, allergy_id: shared },
        { person_id: merged.id, allergy_id: shared },
        { person_id: merged.id, allergy_id: own },
      ])
      .execute()
    const appointment = await addAppointment(db, {
      patient_id: merged.id,
      starts_at: new Date(Date.now() + 86_400_000),
    })
    await addAppointment(db, { patient_id: kept.id, starts_at: new Date() })
    // Advice goes where its appointment goes; the rest of it is moved by itself.
    await addAdvice(db, { patient_id: merged.id, appointment_id: appointment.id })
    await addAdvice(db, { patient_id: merged.id, appointment_id: null })
    const keptSignIn = await addSignedIn(server, { personId: kept.id })
    const signIn = await addSignedIn(server, { personId: merged.id })
    const before = await everything()

    const preview = await post('preview/', toMerge(kept, merged))
    expect(preview.body).toMatchObject({
      moves: [
        { what: 'sign-in', count: 1 },
        { what: 'appointment', count: 1 },
        { what: 'piece of advice', count: 1 },
        { what: 'allergy', count: 1 },
      ],
      problems: [],
    })
    expect(await everything()).toEqual(before)

    const chosen = { ...toMerge(kept, merged), fields: { mobile: kept.id, email: merged.id } }
    expect(preview.body['sign_ins']).toMatchObject([{ id: kept.id }, { id: merged.id }])
    const unchecked = await merge(chosen)
    expect(unchecked.body).toEqual({ sign_ins_checked: [expect.stringMatching(/^Check with/)] })
    expect(await everything()).toEqual(before)
    const mergeId = toId(await merge({ ...chosen, sign_ins_checked: true }))
    expect(await person(kept.id)).toMatchObject({
      email: 'rosa@example.test',
      mobile: '',
      username: 'rosa',
      is_portal_user: true,
    })
    expect(await person(merged.id)).toMatchObject({
      is_active: false,
      merged_into: kept.id,
      username: null,
    })
    for (const { ask } of [keptSignIn, signIn]) {
      const { body } = await ask('GET', '/api/private/appointments/')
      expect(listedIds(body)).toContain(appointment.id)
    }
    expect(await readGroup(kept.id)).toBeUndefined()
    const line = { action: 'person.merged' }
    const trail = await newestAuditLine(db, ['patient_id', 'patient_ids', 'change'], line)
    expect(trail).toMatchObject({ patient_id: kept.id, patient_ids: [kept.id, merged.id] })
    expect(JSON.stringify(trail.change)).not.toMatch(/example\.test|rosa/)

    expect((await undo(mergeId)).status).toBe(200)
    expect(await everything()).toEqual(before)
    expect((await undo(mergeId)).body).toMatchObject({ code: 'conflict' })
  })

  test('gives back advice and doses that were recorded meanwhile with their appointment', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const { id: appointment_id } = await addAppointment(db, {
      patient_id: merged.id,
      starts_at: new Date(),
    })
    const mergeId = toId(await merge(toMerge(kept, merged)))
    const { id } = await addAdvice(db, { patient_id: kept.id, appointment_id })
    const dose = await addVaccination(db, {
      patient_id: kept.id,
      appointment_id,
      is_historical: true,
      vaccine_product_id: (await addVaccineProduct(db)).id,
    })
    expect((await undo(mergeId)).status).toBe(200)
    for (const table of ['patient_advice', 'vaccination_history'] as const) {
      const recorded = table === 'patient_advice' ? id : dose.id
      expect(await oneRow(db, table, recorded)).toMatchObject({ patient_id: merged.id })
    }
  })

  describe('“No known allergies”', () => {
    const state = async (personId: number, allergies: 'none' | 'eggs') => {
      const isNone = allergies === 'none'
      const statement = { person_id: personId, none_known: isNone, stated_by: manager.id }
      await db
        .insertInto('allergy_statement')
        .values(statement)
        .onConflict((conflict) => conflict.column('person_id').doUpdateSet(statement))
        .execute()
      if (!isNone) await addAllergy(personId)
    }
    const addAllergy = async (person_id: number) => {
      const allergy = await insertRow(db, 'allergy', { name: `Eggs ${person_id} ${Math.random()}` })
      await db.insertInto('person_allergy').values({ person_id, allergy_id: allergy.id }).execute()
    }
    const stated = async (id: number) => {
      const { items, none_known, stated_by_name } = await readAllergies(db, id)
      return { count: items.length, none_known, isStated: stated_by_name !== '' }
    }

    test.each([
      ['of the kept record', 'none', 'eggs'],
      ['of the merged record', 'eggs', 'none'],
      ['of the merged record, beside a list nobody stated', null, 'none'],
      ['of a kept record, beside a list nobody stated', 'none', null],
    ] as const)('%s does not count beside allergies, and comes back', async (_, one, other) => {
      const { kept, merged } = await addLikelyPair(db)
      for (const [person, allergies] of [[kept, one] as const, [merged, other] as const]) {
        if (allergies) await state(person.id, allergies)
        else await addAllergy(person.id)
      }
      const before = [await stated(kept.id), await stated(merged.id)]
      const rows = await everything()
      const mergeId = toId(await merge(toMerge(kept, merged)))
      expect(await stated(kept.id)).toMatchObject({ count: 1, none_known: false })
      expect((await undo(mergeId)).status).toBe(200)
      expect([await stated(kept.id), await stated(merged.id)]).toEqual(before)
      expect(await everything()).toEqual(rows)
    })

    test('that was moved by one merge comes back after another, undone in any order', async () => {
      for (const isFirstUndoneFirst of [true, false]) {
        const { kept, merged } = await addLikelyPair(db)
        const third = await addPerson(db, { last_name: merged.last_name })
        await state(merged.id, 'none')
        await state(third.id, 'eggs')
        const first = toId(await merge(toMerge(await person(kept.id), merged)))
        const second = toId(await merge(toMerge(await person(kept.id), third)))
        const order = isFirstUndoneFirst ? [first, second] : [second, first]
        for (const id of order) expect((await undo(id)).status).toBe(200)
        expect(await stated(merged.id)).toEqual({ count: 0, none_known: true, isStated: true })
        expect(await stated(third.id)).toMatchObject({ count: 1, none_known: false })
        expect(await stated(kept.id)).toMatchObject({ count: 0, none_known: false })
      }
    })

    test('is not restored where somebody has entered an allergy since', async () => {
      const { kept, merged } = await addLikelyPair(db)
      await state(kept.id, 'none')
      await state(merged.id, 'eggs')
      const mergeId = toId(await merge(toMerge(kept, merged)))
      await addAllergy(kept.id)
      await db.deleteFrom('person_allergy').where('person_id', '=', kept.id).execute()
      expect((await undo(mergeId)).status).toBe(200)
      expect(await stated(kept.id)).toMatchObject({ count: 0, none_known: false })
    })
  })

  test('keeps what was changed since when it is taken back', async () => {
    const { kept, merged } = await addLikelyPair(db, {}, { city: 'Saltmere', title: 'Ms' })
    const mergeId = toId(await merge(toMerge(kept, merged)))
    await updateRows(db, 'person', kept.id, { city: 'Fernley' })
    expect((await undo(mergeId)).status).toBe(200)
    expect(await person(kept.id)).toMatchObject({ city: 'Fernley', title: '' })
  })

  test('of three at once, and of one that is merged on, is taken back from the last', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const third = await addPerson(db, {
      first_name: kept.first_name,
      last_name: kept.last_name,
      dob: kept.dob,
    })
    const other = await addPerson(db)
    const answer = await merge(toMerge(kept, merged, third))
    expect(answer.body['merges']).toHaveLength(2)
    const first = toId(answer)
    const on = toId(await merge(toMerge(other, await person(kept.id))))
    expect((await person(merged.id)).merged_into).toBe(other.id)
    const refused = await undo(first)
    expect(refused.body).toMatchObject({ code: 'conflict' })
    expect(refused.text).toMatch(/Undo that merge first/)
    expect((await undo(on)).status).toBe(200)
    expect((await undo(first)).status).toBe(200)
  })

  test('is refused, and told before, where both have an appointment at the same time', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const starts_at = new Date(Date.now() + 2 * 86_400_000)
    await addAppointment(db, { patient_id: kept.id, starts_at })
    await addAppointment(db, { patient_id: merged.id, starts_at })
    const preview = await post('preview/', toMerge(kept, merged), administrator)
    expect(preview.body['problems']).toEqual([
      expect.stringMatching(/^Both have an appointment at the same time, at .*Move or cancel one/),
    ])
    // Without the permission to see appointments.
    const limited = await post('preview/', toMerge(kept, merged))
    expect(limited.body['problems']).toEqual([
      expect.stringMatching(/^Both have appointments at the same time\. Ask/),
    ])
    expect((await merge(toMerge(kept, merged))).body).toMatchObject({ code: 'conflict' })
    expect((await person(merged.id)).is_active).toBe(true)
  })

  test('is refused where both have a staff record', async () => {
    const { kept, merged } = await addLikelyPair(db)
    await db
      .insertInto('staff')
      .values([{ person_id: kept.id }, { person_id: merged.id }])
      .execute()
    const answer = await merge(toMerge(kept, merged), administrator)
    expect(answer.body).toMatchObject({ code: 'conflict' })
    expect(answer.text).toMatch(/staff record/)
  })

  test('by two at once is done once; the other is told that it is stale', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const answers = await Promise.all([
      merge(toMerge(kept, merged)),
      merge(toMerge(merged, kept), administrator),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'stale' })
  })

  test('of somebody who has changed since they were compared is stale', async () => {
    const { kept, merged } = await addLikelyPair(db)
    await administrator.ask('PATCH', `/api/admin/users/${merged.id}/`, { city: 'Fernley' })
    expect((await merge(toMerge(kept, merged))).body).toMatchObject({ code: 'stale' })
  })

  test('takes what both may do, so that nobody gains by it', async () => {
    const { kept, merged } = await addLikelyPair(db, {}, { is_staff: true })
    expect((await merge(toMerge(kept, merged))).status).toBe(403)
    const me = await person(manager.id)
    const alike = await addPerson(db)
    expect((await merge(toMerge(me, alike))).text).toMatch(/your own record/)
    const chief = await addLikelyPair(db, {}, { is_superuser: true, is_staff: true })
    const users = await addStaffUser(server, ['clinic.can_manage_duplicates', 'clinic.user_admin'])
    expect((await merge(toMerge(chief.kept, chief.merged), users)).status).toBe(403)
    toId(await merge(toMerge(chief.kept, chief.merged), administrator))
  })

  test('gives no other email to somebody who is to work here and has not signed in yet', async () => {
    const { kept, merged } = await addLikelyPair(db)
    await putInGroup(db, kept.id, await addGroup(db, { held: ['clinic.view_allergy'] }))
    const refused = await merge(toMerge(kept, merged))
    expect(refused.outcome, refused.text).toBe('403 not_allowed')
  })

  test('leaves groups and permissions behind where they are not the manager’s to give', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const given = await addSignedIn(server, {
      personId: merged.id,
      permissions: ['clinic.view_allergy'],
    })
    const { body } = await post('preview/', toMerge(kept, merged))
    expect(body['notes']).toEqual([expect.stringMatching(/stay with the closed record/)])
    toId(await merge({ ...toMerge(kept, merged), sign_ins_checked: true }))
    expect(await rowsWhere(db, 'person_permission', { person_id: kept.id })).toEqual([])
    const again = await addLikelyPair(db)
    await addSignedIn(server, { personId: again.merged.id, permissions: ['clinic.view_allergy'] })
    const checked = { ...toMerge(again.kept, again.merged), sign_ins_checked: true }
    toId(await merge(checked, administrator))
    expect(given.id).toBe(merged.id)
  })

  test('keeps that somebody is not the same as a third', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const third = await addPerson(db, {
      first_name: kept.first_name,
      last_name: kept.last_name,
      dob: kept.dob,
    })
    await post('not-the-same/', { ids: [merged.id, third.id] })
    toId(await merge(toMerge(kept, merged)))
    await comparePeople(db, [kept.id, third.id])
    expect(await readGroup(third.id)).toBeUndefined()
  })

  test.each([
    ['itself', (id: number) => ({ keep_id: id, merge_ids: [id], seen: [] }), 'merge_ids'],
    ['nobody', (id: number) => ({ keep_id: id, merge_ids: [], seen: [] }), 'merge_ids'],
  ])('with %s is no merge', async (_, body, field) => {
    const { kept } = await addLikelyPair(db)
    const answer = await merge(body(kept.id))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body)).toEqual([field])
  })

  test('takes a value from nobody else', async () => {
    const { kept, merged } = await addLikelyPair(db)
    const body = { ...toMerge(kept, merged), fields: { email: manager.id } }
    expect((await merge(body)).body).toEqual({ 'fields.email': ['Choose one of these people.'] })
  })
})

test('a table that is added later moves too', async () => {
  await sql`create table later_note (
    id integer generated always as identity primary key,
    patient_id integer not null references person on delete cascade)`.execute(db)
  try {
    expect(await personReferences(db)).toContainEqual({
      table: 'later_note',
      column: 'patient_id',
      key: ['id'],
    })
    const { kept, merged } = await addLikelyPair(db)
    await sql`insert into later_note (patient_id) values (${merged.id})`.execute(db)
    const { body } = await post('preview/', toMerge(kept, merged))
    expect(body['moves']).toEqual([{ what: 'later note record', count: 1 }])
    const mergeId = toId(await merge(toMerge(kept, merged)))
    const reportScope = async () =>
      (await sql<{ patient_id: number }>`select patient_id from later_note`.execute(db)).rows
    expect(await reportScope()).toEqual([{ patient_id: kept.id }])
    await undo(mergeId)
    expect(await reportScope()).toEqual([{ patient_id: merged.id }])
  } finally {
    await sql`drop table later_note`.execute(db)
  }
})

test('who is merged away comes back neither by a list nor by a change', async () => {
  const { kept, merged } = await addLikelyPair(db)
  toId(await merge(toMerge(kept, merged)))
  const { body } = await send(
    server,
    'GET',
    `/api/admin/users/?search=${merged.last_name}`,
    administrator,
  )
  expect(listedIds(body)).toEqual([kept.id])
  const opened = await administrator.ask('PATCH', `/api/admin/users/${merged.id}/`, {
    is_active: true,
  })
  expect(opened.body).toMatchObject({ code: 'not_found' })
})
