import { beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#lib/dates/format-date-time.ts'
import { planNextDoses } from '#server/messages/next-dose-message.ts'
import { planFormsDue } from '#server/messages/plan-reminders.ts'
import { addAppointment, addPerson, addType } from '../clinic-factory.ts'
import { addEform, addSubmittedForm } from '../forms/filled-form-rows.ts'
import { addAppointmentWithOutcome, recordOutcome } from '../outcomes/recorded-outcome-rows.ts'
import { insertRow, oneRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer, setNow } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import { runMailbox, sendWaiting } from './mailbox.ts'

/* Forms to fill in, letters to read, and doses that fall due (docs/decisions/0078). */

const server = await runTestServer()
const { db } = server.database
const { taken } = await runMailbox(server)
const NOON = '2027-02-08T12:00:00Z'
const HOUR = 3_600_000

let patientId: number
beforeEach(async () => {
  patientId = (await addPerson(db, { email: 'ada@example.test', is_guest: true })).id
  setNow(server, NOON)
})

const subjects = () => taken.map(({ subject }) => subject)
const last = async () => (await rowsWhere(db, 'message', {})).at(-1)

/** How many messages this patient has after it has run; those of other tests' patients are gone. */
async function writtenBy(plan: typeof planFormsDue): Promise<number> {
  await plan(server.services)
  await db.deleteFrom('message').where('patient_id', '<>', patientId).execute()
  return (await rowsWhere(db, 'message', { patient_id: patientId })).length
}

describe('forms to fill in', () => {
  /** Booked long ago, with a form that its type needs. */
  async function bookWithForm(hoursAhead: number, given = {}) {
    const type = await addType(db)
    const eform = await addEform(db)
    await insertRow(db, 'appointment_type_patient_form', {
      appointment_type_id: type.id,
      eform_id: eform.id,
      position: 1,
    })
    const appointment = await addAppointment(db, {
      patient_id: patientId,
      appointment_type_id: type.id,
      starts_at: new Date(Date.parse(NOON) + hoursAhead * HOUR),
      created: new Date('2027-01-01T00:00:00Z'),
      ...given,
    })
    await db.deleteFrom('message').execute()
    return { appointment, eform }
  }
  const planned = () => writtenBy(planFormsDue)
  const submit = async ({ appointment, eform }: Awaited<ReturnType<typeof bookWithForm>>) => {
    await addSubmittedForm(db, { appointment, eform } as never)
  }

  test('two days before, once, with a link and a way to stop', async () => {
    await bookWithForm(49)
    expect(await planned()).toBe(0)
    setNow(server, '2027-02-08T13:00:00Z')
    await Promise.all([planned(), planned()])
    expect(await planned()).toBe(1)
    await sendWaiting(server)
    expect(subjects()).toEqual([expect.stringMatching(/^Please fill in your form before Wed/)])
    expect(taken[0]?.text).toMatch(/\/appointments\/\d+#access=[\w-]+/)
    expect(taken[0]?.text).toContain('/stop-reminders#code=')
    expect(await planned()).toBe(1)
  })

  test('never at night: in the morning instead', async () => {
    await bookWithForm(48 + 10)
    setNow(server, '2027-02-08T22:00:00Z')
    expect(await planned()).toBe(0)
    setNow(server, '2027-02-09T08:00:00Z')
    expect(await planned()).toBe(1)
  })

  test('not for forms that are filled in, nor for who booked later: the booking told them', async () => {
    await submit(await bookWithForm(40))
    expect(await planned()).toBe(0)
    await bookWithForm(20, { created: new Date('2027-02-08T09:00:00Z') })
    expect(await planned()).toBe(0)
  })

  test.each([
    [
      'filled in meanwhile',
      async (booked: Awaited<ReturnType<typeof bookWithForm>>) => submit(booked),
      'The forms are filled in.',
    ],
    [
      'moved meanwhile',
      async ({ appointment: { id } }: Awaited<ReturnType<typeof bookWithForm>>) => {
        await updateRows(db, 'appointment', id, { starts_at: new Date('2027-02-11T12:00:00Z') })
        await db.deleteFrom('message').where('event', '=', 'rescheduled').execute()
      },
      'The appointment was moved.',
    ],
    [
      'stopped by the patient meanwhile',
      () => updateRows(db, 'person', patientId, { reminders: 'none' }),
      'The patient does not want reminders.',
    ],
  ])('what is %s is dropped', async (_, change, note) => {
    const booked = await bookWithForm(40)
    expect(await planned()).toBe(1)
    await change(booked)
    await sendWaiting(server)
    expect(await last()).toMatchObject({ event: 'forms_due', state: 'dropped', note })
    expect(taken).toEqual([])
  })
})

describe('a letter to read', () => {
  const withLetter = (template?: string) =>
    addAppointmentWithOutcome(
      db,
      { patient_id: patientId, starts_at: new Date(Date.now() - 24 * HOUR) },
      template,
    )

  test('is told of after a quarter of an hour, without what it says, and the link opens it', async () => {
    setNow(server, new Date().toISOString())
    const { appointment } = await withLetter('You are well, {{ patient.first_name }}')
    const waiting = await oneRow(db, 'message', { appointment_id: appointment.id })
    expect(waiting.event).toBe('outcome_ready')
    expect(waiting.due.getTime() - Date.now()).toBeGreaterThan(14 * 60_000)
    await sendWaiting(server)
    expect(subjects()).toEqual([expect.stringMatching(/^A letter about your appointment on /)])
    expect(taken[0]?.text).not.toMatch(/well|stop-reminders|Outcome/)
    const [, token] = /#access=([\w-]+)/.exec(taken[0]?.text ?? '') ?? []
    const read = await send(server, 'GET', `/api/public/appointments/${appointment.id}/outcomes/`, {
      headers: { 'Guest-User-Access-Token': token ?? '' },
    })
    expect(read.body['results']).toMatchObject([{ has_letter: true }])
  })

  test('is not told of where nobody can read it online', async () => {
    await updateRows(db, 'person', patientId, { is_guest: false })
    await withLetter()
    await sendWaiting(server)
    expect(await last()).toMatchObject({
      state: 'dropped',
      note: 'The patient cannot read letters online.',
    })
  })

  test('is nothing where the outcome has none, or is of long ago', async () => {
    await withLetter('')
    await addAppointmentWithOutcome(db, {
      patient_id: patientId,
      starts_at: new Date(Date.now() - 40 * 24 * HOUR),
    })
    expect(await rowsWhere(db, 'message', {})).toEqual([])
  })

  test('is told of once where outcomes follow each other, and not once it is withdrawn', async () => {
    const { recorded, appointment, outcome } = await withLetter()
    await recordOutcome(db, appointment, outcome, { replaces: recorded.id, reason: 'A slip' })
    expect(await rowsWhere(db, 'message', {})).toHaveLength(1)
    await updateRows(
      db,
      'appointment_outcome_given',
      { replaces: recorded.id },
      { ended: new Date(), withdrawn_reason: 'Of somebody else' },
    )
    await sendWaiting(server)
    expect(await last()).toMatchObject({
      state: 'dropped',
      note: 'There is no letter to read any more.',
    })
  })
})

describe('a dose that falls due', () => {
  const today = NOON.slice(0, 10)
  async function addDose(dueIn = 14, more = {}) {
    const type = await addType(db)
    const appointment = await addAppointment(db, {
      patient_id: patientId,
      appointment_type_id: type.id,
      starts_at: new Date(Date.now() - 24 * HOUR),
      status: 'completed',
    })
    await db.deleteFrom('message').execute()
    const product = await addVaccineProduct(db)
    const dose = await addVaccination(db, {
      patient_id: patientId,
      vaccine_product_id: product.id,
      appointment_id: appointment.id,
      staff_id: appointment.staff_id,
      was_administered: true,
      date_administered: appointment.starts_at,
      booster_due_date: addDays(today, dueIn),
      ...more,
    })
    return { dose, product, type, appointment }
  }
  const planned = () => writtenBy(planNextDoses)

  test('two weeks before, once, without the product, with a link to book', async () => {
    const { product, type } = await addDose()
    await Promise.all([planned(), planned()])
    expect(await planned()).toBe(1)
    await sendWaiting(server)
    expect(subjects()).toEqual(['Your next dose is due on 22 February 2027'])
    expect(taken[0]?.text).toContain(`/services/${type.slug}/availability`)
    expect(taken[0]?.text).toContain('/stop-reminders#code=')
    expect(taken[0]?.text).not.toContain(product.name)
    expect(await planned()).toBe(1)
    const signedIn = await addSignedIn(server, { personId: patientId })
    const own = await send(server, 'GET', '/api/private/patient-record/messages/', signedIn)
    expect(own.body['results']).toMatchObject([{ event: 'next_dose_due', appointment: null }])
  })

  test.each([
    ['later', 15],
    ['nearer, as when the clinic begins to use this', 6],
    ['overdue', -1],
  ])('nothing is said of one that is %s', async (_, dueIn) => {
    await addDose(dueIn)
    expect(await planned()).toBe(0)
  })

  test('not at night, and not where it is booked or given', async () => {
    const { dose, type, product } = await addDose()
    setNow(server, '2027-02-08T22:00:00Z')
    expect(await planned()).toBe(0)
    setNow(server, NOON)
    const next = await addAppointment(db, {
      patient_id: patientId,
      appointment_type_id: type.id,
      starts_at: new Date(Date.now() + 30 * 24 * HOUR),
    })
    await db.deleteFrom('message').execute()
    expect(await planned()).toBe(0)
    await db.deleteFrom('appointment').where('id', '=', next.id).execute()
    expect(await planned()).toBe(1)
    await addVaccination(db, {
      patient_id: patientId,
      vaccine_product_id: product.id,
      was_administered: true,
      staff_id: dose.staff_id,
    })
    await sendWaiting(server)
    expect(await last()).toMatchObject({
      state: 'dropped',
      note: 'The next dose is no longer due.',
    })
  })
})

test('each message keeps the name and version of the words it was sent with', async () => {
  const starts_at = new Date(Date.parse(NOON) + 24 * HOUR)
  await insertRow(db, 'message_template', {
    name: 'Our booking',
    event: 'booked',
    body: 'Hello {{ first_name }}',
  })
  const { id } = await addAppointment(db, { patient_id: patientId, starts_at })
  await sendWaiting(server)
  expect(await oneRow(db, 'message', { appointment_id: id })).toMatchObject({
    template: 'Our booking 1.0',
  })
})
