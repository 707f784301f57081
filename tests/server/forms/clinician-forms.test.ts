import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { eventually } from '../../eventually.ts'
import { auditLines, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send } from '../send.ts'
import { addClinicianUser, addStaffUser } from '../signed-in.ts'
import { lockWaits } from '../test-database.ts'
import { runTestServer } from '../test-server.ts'
import { addAppointmentWithForms, addSubmittedForm } from './filled-form-rows.ts'

/* Forms that clinicians fill in: started, saved, completed, amended. */

const server = await runTestServer()
const { db } = server.database

const fillsIn: Permission[] = [
  'eforms.add_clinicianform',
  'eforms.change_clinicianform',
  'eforms.view_clinicianform',
]
const others: Permission[] = ['eforms.view_other_forms', 'clinic.view_other_appointments']

type Headers = Record<string, string>
const callAs = (headers: Headers) => (method: string, path: string, body?: object) =>
  send(server, method, `/api/admin/${path}`, { headers, body })

async function addClinician(permissions: Permission[] = fillsIn) {
  const { headers, staffId } = await addClinicianUser(server, permissions, { is_staff: true })
  return { staffId: staffId ?? 0, call: callAs(headers) }
}

const toId = ({ body }: Answer) => Number(body['id'])
const toRevision = ({ body }: Answer) => Number(body['revision'])

/** Of a clinician's own appointment, and what their first request sent. */
async function startOwn() {
  const { staffId, call } = await addClinician()
  const made = await addAppointmentWithForms(db, { staff_id: staffId })
  const toStart = { appointment_id: made.appointment.id, eform_id: made.clinicianEform.id }
  const started = await call('POST', 'clinicianforms/', toStart)
  return { ...made, call, toStart, one: `clinicianforms/${toId(started)}/`, id: toId(started) }
}

async function completeOwn() {
  const own = await startOwn()
  await own.call('PUT', own.one, { answers: { pulse: '72' }, revision: 1 })
  const completed = await own.call('PUT', own.one, { revision: 2, complete: true })
  return { ...own, completed }
}

test('is read with the answers of its revision, also while they are saved', async () => {
  const { call, one, id } = await startOwn()
  const trail = await db.startTransaction().execute()
  // Who reads waits for the trail, after the form and before its answers.
  await sql`lock table audit_event in share mode`.execute(trail)
  const reading = call('GET', one)
  await eventually(async () => expect(await lockWaits(db)).toBe(1))
  let isSaved = false
  const saving = updateRows(db, 'saved_form', id, {
    answers: JSON.stringify({ pulse: 72 }),
    revision: 2,
  }).then(() => {
    isSaved = true
  })
  await eventually(async () => expect(isSaved || (await lockWaits(db)) === 2).toBe(true))
  await trail.commit().execute()
  const read = await reading
  await saving
  expect([toRevision(read), read.body['answers']]).toEqual([1, {}])
})

describe('completing', () => {
  test('takes what was saved, and makes one version however often it is sent', async () => {
    const { call, one, id, completed } = await completeOwn()
    expect(completed.body).toMatchObject({
      status: 'completed',
      answers: { pulse: 72 },
      is_draft: false,
      may: ['amend'],
    })
    const repeated = await Promise.all([
      call('PUT', one, { revision: 2, complete: true }),
      call('PUT', one, { answers: { pulse: '72' }, revision: 2, complete: true }),
    ])
    expect(repeated.map(({ body }) => body)).toEqual([completed.body, completed.body])
    expect(await rowsWhere(db, 'submitted_form', { saved_form_id: id })).toHaveLength(1)
    const different = { answers: { pulse: '73' }, revision: 2, complete: true }
    expect((await call('PUT', one, different)).outcome).toBe('409 stale')
  })

  test('sent twice at the same moment makes one version', async () => {
    const { call, one, id } = await startOwn()
    const completion = { answers: { pulse: '72' }, revision: 1, complete: true }
    const answers = await Promise.all([
      call('PUT', one, completion),
      call('PUT', one, completion),
      call('PUT', one, completion),
    ])
    expect(answers.map(({ outcome }) => outcome)).toEqual(['200', '200', '200'])
    expect(await rowsWhere(db, 'submitted_form', { saved_form_id: id })).toHaveLength(1)
  })

  test('tells the second of two clinicians who fill it in at once', async () => {
    const { call, one, appointment } = await startOwn()
    const second = await addClinician([...fillsIn, ...others])
    const read = await second.call('GET', one)
    expect(read.body).toMatchObject({ appointment_id: appointment.id, revision: 1 })
    await call('PUT', one, { answers: { pulse: '72' }, revision: 1 })
    const late = { answers: { pulse: '80' }, revision: 1 }
    expect((await second.call('PUT', one, late)).outcome).toBe('409 stale')
    expect((await second.call('PUT', one, { ...late, complete: true })).outcome).toBe('409 stale')
    const unsaved = { revision: 1, complete: true }
    expect((await second.call('PUT', one, unsaved)).outcome).toBe('409 stale')
    expect((await call('GET', one)).body).toMatchObject({
      status: 'in_progress',
      answers: { pulse: '72' },
    })
  })

  test('a save needs answers', async () => {
    const { call, one } = await startOwn()
    const nothing = await call('PUT', one, { revision: 1 })
    expect(nothing.body).toEqual({ answers: ['Send the answers to save.'] })
  })
})

describe('amending', () => {
  test('begins with the completed answers, saves as it goes, and takes a reason', async () => {
    const { call, one, id, toStart, completed } = await completeOwn()
    const amends = Number(completed.body['submitted_form_id'])
    const found = await call('POST', 'clinicianforms/', toStart)
    expect(found.body).toMatchObject({ is_draft: false, may: ['amend'] })
    const draft = await call('POST', 'clinicianforms/', { ...toStart, amends })
    expect(draft.body).toMatchObject({
      status: 'completed',
      is_draft: true,
      amends,
      answers: { pulse: 72 },
      may: ['change', 'submit'],
    })
    const saved = await call('PUT', one, { answers: { pulse: '74' }, revision: toRevision(draft) })
    expect(saved.body).toMatchObject({ answers: { pulse: '74' }, versions: [{ reason: '' }] })
    const amendment = { revision: toRevision(saved), complete: true }
    expect((await call('PUT', one, { ...amendment, reason: '' })).body).toEqual({
      reason: ['Enter why the answers change.'],
    })
    const amended = await call('PUT', one, { ...amendment, reason: 'Misread' })
    expect(amended.body).toMatchObject({
      status: 'amended',
      answers: { pulse: 74 },
      versions: [{ reason: 'Misread' }, { id: amends, reason: '' }],
    })
    await call('PUT', one, { ...amendment, reason: 'Misread' })
    expect(await rowsWhere(db, 'submitted_form', { saved_form_id: id })).toHaveLength(2)
    // Both stay readable, and each names the other.
    const reader = callAs(
      (await addStaffUser(server, ['eforms.view_submittedform', ...fillsIn, ...others])).headers,
    )
    expect((await reader('GET', `submittedforms/${amends}/`)).body).toMatchObject({
      kind: 'clinician',
      answers: { pulse: 72 },
      replaced_by: amended.body['submitted_form_id'],
    })
  })

  test('what somebody amended meanwhile is not amended again unseen', async () => {
    const { call, one, toStart, completed } = await completeOwn()
    const amends = Number(completed.body['submitted_form_id'])
    await call('PUT', one, {
      answers: { pulse: '74' },
      revision: toRevision(completed),
      complete: true,
      reason: 'Misread',
    })
    const late = await call('POST', 'clinicianforms/', { ...toStart, amends })
    expect(late.outcome).toBe('409 stale')
  })

  test('takes the right to change, not the one to start', async () => {
    const { appointment, toStart, completed } = await completeOwn()
    const amends = Number(completed.body['submitted_form_id'])
    const changes = callAs(
      (await addStaffUser(server, ['eforms.change_clinicianform', ...others])).headers,
    )
    expect((await changes('POST', 'clinicianforms/', { ...toStart, amends })).outcome).toBe(
      '403 not_allowed',
    )
    const sees = callAs(
      (
        await addStaffUser(server, [
          'eforms.change_clinicianform',
          'eforms.view_clinicianform',
          ...others,
        ])
      ).headers,
    )
    const draft = await sees('POST', 'clinicianforms/', { ...toStart, amends })
    expect(draft.body).toMatchObject({ is_draft: true, appointment_id: appointment.id })
    const other = await addAppointmentWithForms(db)
    const fresh = { appointment_id: other.appointment.id, eform_id: other.clinicianEform.id }
    expect((await sees('POST', 'clinicianforms/', fresh)).outcome).toBe('403 not_allowed')
  })
})

test('a clinician fills in those of their own appointments; others take a permission', async () => {
  const { one, toStart } = await startOwn()
  const stranger = await addClinician()
  const colleague = await addClinician([...fillsIn, ...others])
  const outcomes = async ({ call }: typeof stranger) => [
    (await call('GET', one)).outcome,
    (await call('POST', 'clinicianforms/', toStart)).outcome,
    (await call('PUT', one, { answers: { pulse: '72' }, revision: 1 })).outcome,
    (await call('PUT', one, { revision: 2, complete: true })).outcome,
  ]
  expect(await outcomes(stranger)).toEqual(Array(4).fill('403 not_allowed'))
  expect(await outcomes(colleague)).toEqual(['200', '201', '200', '200'])
})

test('who starts one that was started has read it, and the trail says so', async () => {
  const { appointment, toStart, one } = await startOwn()
  const colleague = await addClinician([...fillsIn, ...others])
  await colleague.call('POST', 'clinicianforms/', toStart)
  await colleague.call('GET', one)
  const of = { patient_id: appointment.patient_id ?? 0 }
  const lines = await auditLines(db, ['action', 'subject_type'], of)
  expect(lines).toEqual(
    ['form.started', 'form.read', 'form.read'].map((action) => ({
      action,
      subject_type: 'clinician_form',
    })),
  )
})

test('what the patient submitted stays theirs: staff see no clinician form in its place', async () => {
  const { call, appointment, eform } = await startOwn()
  const { submitted } = await addSubmittedForm(db, { appointment, eform })
  expect((await call('GET', `submittedforms/${submitted.id}/`)).outcome).toBe('403 not_allowed')
})
