import { beforeEach, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { addClinician, addOpening, addRoom, addSite, addType } from '../clinic-factory.ts'
import { KEY, runKeyedServer, START } from '../keyed-server.ts'
import { addSignedIn, addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { RECEPTION } from './clinic-day.ts'

/* What is hidden is not booked without the permission or the key; who has booked it can move it. */

const LATER = '2027-06-09T10:00:00.000Z'

let patient: SignedInPerson
let site: { id: number; slug: string }
let type: { id: number }
let room: { id: number }
let staffId: number
const server = await runKeyedServer()
beforeEach(async () => {
  const { db } = server.database
  patient = await addSignedIn(server, { person: { is_portal_user: true } })
  type = await addType(db, { duration: 30, hidden: true })
  ;({ site } = await addSite(db, { hidden: true }))
  room = await addRoom(db, site.id)
  staffId = (await addClinician(db)).id
  await addOpening(db, { staff: staffId, room, types: [type] }, [START, '2027-06-09T12:00:00Z'])
})

async function bookByKey(): Promise<number> {
  const answer = await patient.ask('POST', `/api/private/appointments/?key=${KEY}`, {
    appointment_type_id: type.id,
    start: START,
    site_id: site.id,
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return Number(answer.body['id'])
}

const staff = (...more: Permission[]) => addStaffUser(server, [...RECEPTION, ...more])

const SEES: Permission[] = ['clinic.view_hidden_sites', 'clinic.view_hidden_appointment_types']

describe('who booked a hidden service by its key', () => {
  test('finds the times to which it can be moved without the key, and moves it', async () => {
    const id = await bookByKey()
    const path = `/api/private/appointments/${id}/weekly-availability/?week=2027-06-09`
    const { body, status } = await patient.ask('GET', path)
    expect(status).toBe(200)
    const days = body['days'] as { slots: { start: string; site: { slug: string } }[] }[]
    expect(days.flatMap(({ slots }) => slots.map(({ start }) => start.slice(11, 16)))).toEqual(
      // Its own time does not stand in its way.
      ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'],
    )
    const moved = await patient.ask('PUT', `/api/private/appointments/${id}/`, {
      version: 1,
      start: LATER,
      site_id: site.id,
    })
    expect(moved.outcome, moved.text).toBe('200')
  })

  test('has it moved by staff who do not see what is hidden', async () => {
    const id = await bookByKey()
    const { ask } = await staff()
    const query = `appointment_type_id=${type.id}&from=2027-06-09&to=2027-06-09&date=2027-06-09`
    const plan = (more = '') => ask('GET', `/api/admin/appointment-planner/?${query}${more}`)
    expect((await plan()).outcome).toBe('404 not_found')
    const { body } = await plan(`&appointment_id=${id}`)
    expect((body['times'] as { start: string }[]).map(({ start }) => start)).toContain(LATER)
    const moved = await ask('PUT', `/api/admin/appointments/${id}/`, {
      version: 1,
      start: LATER,
      staff_id: staffId,
    })
    expect(moved.outcome, moved.text).toBe('200')
  })
})

describe('staff', () => {
  const book = async (permissions: Permission[]) => {
    const { ask } = await staff(...permissions)
    const body = {
      appointment_type_id: type.id,
      start: START,
      site_id: site.id,
      patient_id: patient.id,
    }
    return (await ask('POST', '/api/admin/appointments/', body)).outcome
  }

  test('book what is hidden with the permission to see it alone', async () => {
    expect(await book([])).toBe('404 not_found')
    expect(await book(['clinic.view_hidden_appointment_types'])).toBe('409 slot_taken')
    expect(await book(SEES)).toBe('201')
  })
})
