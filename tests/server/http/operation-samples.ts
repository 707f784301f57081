import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { formatCalendarDate, plainDateAt } from '#lib/dates/format-date-time.ts'
import { issueStopCode } from '#server/messages/stop-reminders.ts'
import { newWebhookSecret } from '#server/webhooks/webhook-secret.ts'
import { isFull } from '../../amount.ts'
import { adminSamples, makeRecord } from '../admin/resource-samples.ts'
import { addAdvice, addSnippet } from '../advice/advice-rows.ts'
import { sampleAvailability } from '../availability/sample-availability.ts'
import {
  addAppointment,
  addCategory,
  addGuest,
  addOpening,
  addRoom,
  addToCategories,
  type Guest,
  guestDetails,
  openMorning,
  profileDetails,
} from '../clinic-factory.ts'
import { formWith, sampleImage } from '../files/sample-image.ts'
import {
  addAppointmentWithForms,
  addFormFile,
  addSavedForm,
  addSubmittedForm,
} from '../forms/filled-form-rows.ts'
import { addLikelyPair, toMerge } from '../merging/likely-pair.ts'
import { addAppointmentWithOutcome, offerOutcome } from '../outcomes/recorded-outcome-rows.ts'
import { addStaffCompetency } from '../people/staff-competency.ts'
import { insertRow, oneRow, updateRows } from '../rows.ts'
import { type Answer, send, sendOverHttp } from '../send.ts'
import {
  addClinicianUser,
  addSignedIn,
  addStaffUser,
  type SignedInPerson,
  sessionHeaders,
} from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'
import { addVaccination, addVaccineProduct } from '../vaccinations/vaccination-rows.ts'
import { addOffer, addWaiting } from '../waiting-list/waiting-rows.ts'

/** A request of an operation that is to be answered with what its contract promises. */
export type Sample = {
  params?: Record<string, string | number>
  query?: Record<string, string>
  body?: Record<string, unknown>
  /** Sent as it is, instead of `body`. */
  raw?: BodyInit
  headers?: Record<string, string>
}

export const operations = Object.entries(contract) as [OperationKey, Operation][]

/** The first call of each audience and method: what all calls have in common is tried out in full. */
export const thorough = new Set(
  operations
    .filter(([key, { audience }], index) => {
      const kind = ([other, definition]: (typeof operations)[number]) =>
        `${definition.audience} ${other.split(' ')[0]}`
      const alike = operations.findIndex((one) => kind(one) === `${audience} ${key.split(' ')[0]}`)
      return alike === index
    })
    .map(([key]) => key),
)

type OfCall = OperationKey | readonly [OperationKey, ...unknown[]]
const toCall = (one: OfCall): OperationKey =>
  typeof one === 'string' ? one : (one[0] as OperationKey)

/** Of what one handler does for all calls; in full, of every one. */
export const kinds = <One extends OfCall>(all: readonly One[]): One[] =>
  all.filter((one) => isFull || thorough.has(toCall(one)))

/** Of what calls do by themselves: those made from definitions are the same but for two; in full, all. */
export const distinct = <One extends OfCall>(all: readonly One[]): One[] =>
  all.filter((one) => {
    const resource = adminResources.find(({ path }) => toCall(one).includes(` admin/${path}/`))
    return isFull || !resource || ['users', 'rooms'].includes(resource.path)
  })

/** Staff keep these for themselves. */
export const isOwnAlone = (key: OperationKey) =>
  key.includes(' admin/advicesnippets/{id}/') || key === 'POST admin/availabilities/{id}/undo/'

/** Makes what the operation needs and returns a request that succeeds. Each call makes its own. */
export async function makeSample(server: TestServer, key: OperationKey): Promise<Sample> {
  const made = adminSamples(server)
  const sample = await (isMade(key, made) ? made[key]() : clinicSample(server, key))
  if (sample.headers?.['Cookie']) return sample
  return { ...sample, headers: { ...(await headersFor(server, key)), ...sample.headers } }
}

/** Changes nothing, so that one sample serves many requests. */
export const isReading = (key: OperationKey) =>
  key.startsWith('GET ') && !key.startsWith('GET private/log')

/** One sample of each operation, for requests that mostly leave it as it is. */
export function keepSamples(server: () => TestServer) {
  const kept = new Map<OperationKey, Promise<Sample>>()
  return {
    of: (key: OperationKey): Promise<Sample> => {
      const sample = kept.get(key) ?? makeSample(server(), key)
      kept.set(key, sample)
      return sample
    },
    /** It is used up by answers that were no refusals: the next one is another. */
    answered: (key: OperationKey, answers: readonly Answer[]) => {
      if (isReading(key)) return
      if (answers.some(({ status }) => ![400, 401, 403, 404].includes(status))) kept.delete(key)
    },
  }
}

type Made = ReturnType<typeof adminSamples>

const isMade = (key: OperationKey, made: Made): key is keyof Made & OperationKey => key in made

type Surroundings = {
  clinic: Awaited<ReturnType<typeof openMorning>>
  guest: Guest
  me: SignedInPerson
}

/** One clinic, guest and patient of each server serve all calls that use nothing of them up. */
const shared = new WeakMap<TestServer, Promise<Surroundings>>()

async function surroundings(server: TestServer, key: OperationKey): Promise<Surroundings> {
  const made = shared.get(server) ?? makeSurroundings(server)
  shared.set(server, made)
  const { clinic, guest, me } = await made
  const { db } = server.database
  const { audience } = contract[key]
  // A time is booked once, and nobody is at two appointments at once.
  const books = /appointments\/|calendar|hold|waiting-list|planner|-record|histor|try-again/.test(
    key,
  )
  return {
    clinic: books ? await openMorning(db) : clinic,
    guest: books || audience === 'guest' || key.includes('users/') ? await addGuest(db) : guest,
    me:
      audience === 'private' || key.includes('pin')
        ? await addSignedIn(server, { clinician: true })
        : me,
  }
}

async function makeSurroundings(server: TestServer): Promise<Surroundings> {
  const { db } = server.database
  return {
    clinic: await openMorning(db),
    guest: await addGuest(db),
    me: await addSignedIn(server, { clinician: true }),
  }
}

/** Staff of each server by what they may do, since a call of theirs changes nothing about them. */
const staffUsers = new WeakMap<TestServer, Map<string, Promise<SignedInPerson>>>()

function staffUserWith(server: TestServer, permissions: Permission[]): Promise<SignedInPerson> {
  const known = staffUsers.get(server) ?? new Map<string, Promise<SignedInPerson>>()
  staffUsers.set(server, known)
  const name = permissions.toSorted().join()
  const user = known.get(name) ?? addStaffUser(server, permissions)
  known.set(name, user)
  return user
}

/** Of an operation that is not made from the definition of a resource: with a clinic to book at. */
async function clinicSample(
  server: TestServer,
  key: Exclude<OperationKey, keyof Made>,
): Promise<Sample> {
  const { db } = server.database
  const { clinic, guest, me } = await surroundings(server, key)
  const asGuest = { 'Guest-User-Access-Token': guest.token }
  const wanted = {
    appointment_type_id: clinic.type.id,
    start: clinic.start.toISOString(),
    site_id: clinic.site.id,
  }
  const addForms = (patientId?: number) =>
    addAppointmentWithForms(db, patientId === undefined ? {} : { patient_id: patientId })
  const toStart = async (patientId?: number) => {
    const { appointment, eform } = await addForms(patientId)
    return { appointment_id: appointment.id, eform_id: eform.id }
  }
  const saved = async (patientId?: number) => ({
    params: {
      id: (await addSavedForm(db, await addForms(patientId), { answers: { eggs: 'no' } })).id,
    },
  })
  const submitted = async (patientId?: number) => ({
    params: { id: (await addSubmittedForm(db, await addForms(patientId))).submitted.id },
  })
  const clinicianForm = async () => {
    const { appointment, clinicianEform: eform } = await addForms()
    const { id } = await addSavedForm(db, { appointment, eform }, { kind: 'clinician' })
    return { params: { id } }
  }
  const upload = () => ({
    query: { item: 'record' },
    raw: formWith(Buffer.from('Measles 2019'), {
      field: 'file',
      name: 'record.txt',
      type: 'text/plain',
    }),
  })
  const webhookId = async () => {
    const { id } = await makeRecord(server, 'webhooks')
    await insertRow(db, 'webhook_secret', { webhook_id: id, secret: newWebhookSecret() })
    return id
  }
  const file = async (patientId?: number) => {
    const { saved } = await addSubmittedForm(db, await addForms(patientId))
    return { params: { id: (await addFormFile(server, saved)).id } }
  }
  const advice = async (patientId?: number) => ({
    params: {
      id: (await addAdvice(db, { ...(patientId !== undefined && { patient_id: patientId }) })).id,
    },
  })
  const adviser = () =>
    staffUserWith(server, [
      'clinic.add_patientadvice',
      'clinic.change_patientadvice',
      'clinic.view_patientadvice',
      'clinic.delete_patientadvice',
      'clinic.view_other_appointments',
    ])
  const snippet = async () => {
    const { id, headers } = await adviser()
    return { params: { id: (await addSnippet(db, { person_id: id })).id }, headers }
  }
  const toForms = async (...needed: Permission[]) => {
    const others: Permission[] = ['eforms.view_other_forms', 'clinic.view_other_appointments']
    return (await staffUserWith(server, [...needed, ...others])).headers
  }
  const vaccinated = async () => ({
    patient_id: guest.id,
    staff_id: clinic.staff[0]?.id ?? 0,
    vaccine_product_id: (await addVaccineProduct(db)).id,
  })
  const dose = async () => ({
    ...(await vaccinated()),
    batch_number: 'AB123',
    expiry_date: '2150-01-31',
    consent_obtained: true,
  })
  /** Given before as well, today or on the day that hostile input names, which is confirmed. */
  const anotherDose = async () => {
    const product = await addVaccineProduct(db, { booster_interval_weeks: 1 })
    const days = [plainDateAt(Date.now(), 'Europe/London'), '2026-06-09']
    return {
      ...(await dose()),
      vaccine_product_id: product.id,
      confirmed_warnings: days.map(
        (day) => `${product.name} is already recorded for ${formatCalendarDate(day)}.`,
      ),
    }
  }
  const withOutcome = (patientId?: number) =>
    addAppointmentWithOutcome(db, patientId === undefined ? {} : { patient_id: patientId })
  const ofOutcome = async (patientId?: number) => ({
    params: { id: (await withOutcome(patientId)).appointment.id },
  })
  const rendered = async (patientId?: number) => {
    const { appointment, outcome } = await withOutcome(patientId)
    return { params: { id: outcome.id }, query: { appointment_id: String(appointment.id) } }
  }
  const toOutcomes = async (needed: Permission) => {
    const others: Permission[] = [
      'clinic.view_outcome',
      'clinic.view_other_appointments',
      'clinic.view_appointment',
    ]
    return (await staffUserWith(server, [needed, ...others])).headers
  }
  const correction = async (personId: number) =>
    (await insertRow(db, 'correction_request', { person_id: personId, dob: '1980-05-03' })).id
  const toFeed = async () => {
    const permissions: Permission[] = ['clinic.view_appointment']
    return (await addClinicianUser(server, permissions)).headers
  }
  const waiting = (patientId: number) =>
    addWaiting(db, { patient_id: patientId, appointment_type_id: clinic.type.id })
  const offered = async (patientId: number) => {
    const entry = await waiting(patientId)
    const offer = await addOffer(db, entry, clinic.start)
    return { id: entry.id, offer_id: offer.id }
  }
  const amendment = { answers: { eggs: 'no', phone: '01632 960 001' }, reason: 'A new number' }
  const samples: Record<typeof key, () => Sample | Promise<Sample>> = {
    'GET public/appointmenttypes/': () => ({
      query: { slug: clinic.type.slug, ordering: '-name' },
    }),
    'GET public/appointmenttypes/{id}/': () => ({ params: { id: clinic.type.id } }),
    'GET public/appointmenttype-search/': () => ({ query: { search: clinic.type.name } }),
    'GET public/appointmentcategories/': () => ({}),
    'GET public/appointmentcategories/{id}/': async () => {
      const { id } = await addCategory(db)
      await addToCategories(db, clinic.type.id, [id])
      return { params: { id } }
    },
    'GET private/vaccineproducts/': async () => {
      await makeRecord(server, 'vaccineproducts')
      return { query: { search: 'typhoid', ordering: '-price' } }
    },
    'GET private/vaccineproducts/{id}/': async () => ({
      params: { id: (await makeRecord(server, 'vaccineproducts')).id },
    }),
    'POST admin/appointmenttypes/{id}/upload_image/': async () => ({
      params: { id: clinic.type.id },
      raw: formWith(await sampleImage()),
    }),
    'GET admin/appointmenttypes/{id}/upload_image/': () => ({ params: { id: clinic.type.id } }),
    'DELETE admin/appointmenttypes/{id}/upload_image/': () => ({ params: { id: clinic.type.id } }),
    'POST admin/sites/{id}/upload_image/': async () => ({
      params: { id: clinic.site.id },
      raw: formWith(await sampleImage()),
    }),
    'GET admin/sites/{id}/upload_image/': () => ({ params: { id: clinic.site.id } }),
    'DELETE admin/sites/{id}/upload_image/': () => ({ params: { id: clinic.site.id } }),
    'GET public/sites/': () => ({ query: { search: 'site', ordering: '-name' } }),
    'GET public/sites/{id}/': () => ({ params: { id: clinic.site.id } }),
    'GET public/gpsurgeries/': async () => {
      await insertRow(db, 'gp_surgery', { name: 'Quay Surgery' })
      return { query: { search: 'quay' } }
    },
    'GET public/gpsurgeries/{id}/': async () => ({
      params: { id: (await makeRecord(server, 'gpsurgeries')).id },
    }),
    'GET public/allergies/': async () => {
      await makeRecord(server, 'allergies')
      return {}
    },
    'GET public/allergies/{id}/': async () => ({
      params: { id: (await makeRecord(server, 'allergies')).id },
    }),
    'GET private/allergies/': () => ({ query: { ordering: '-name' } }),
    'GET private/allergies/{id}/': async () => ({
      params: { id: (await makeRecord(server, 'allergies')).id },
    }),
    'GET public/addresses/autocomplete/{query}/': () => ({ params: { query: 'harbour street' } }),
    'GET public/addresses/{id}/': () => ({ params: { id: 'harbour-street-1' } }),
    'POST public/users/': () => ({ body: guestDetails() }),
    'GET public/users/{id}/': () => ({ params: { id: guest.id }, headers: asGuest }),
    'PUT public/users/{id}/': () => ({
      params: { id: guest.id },
      body: { city: 'Saltmarsh' },
      headers: asGuest,
    }),
    'GET public/check-guest-user/': () => ({ headers: asGuest }),
    'GET public/weekly-availability/': () => ({
      query: { appointment_type_slug: clinic.type.slug, week: clinic.day, site: clinic.site.slug },
    }),
    'GET public/next-available/': () => ({ query: { types: clinic.type.slug, count: '6' } }),
    'POST public/slot-holds/': () => ({ body: wanted }),
    'DELETE public/slot-holds/{id}/': async () => {
      const { body } = await send(server, 'POST', '/api/public/slot-holds/', { body: wanted })
      return {
        params: { id: Number(body['id']) },
        headers: { 'Slot-Hold-Token': String(body['token']) },
      }
    },
    'POST public/appointments/': () => ({ body: wanted, headers: asGuest }),
    'POST public/appointments/find/': async () => {
      const id = await book(server, wanted, guest)
      const { reference } = await oneRow(db, 'appointment', id)
      const { last_name, dob } = await oneRow(db, 'person', guest.id)
      return { body: { reference, last_name, dob } }
    },
    'GET public/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: asGuest,
    }),
    'GET public/appointments/{id}/calendar.ics': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: asGuest,
    }),
    'GET private/appointments/{id}/calendar.ics': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      headers: me.headers,
    }),
    'GET public/appointments/{id}/weekly-availability/': async () => ({
      params: { id: await book(server, wanted, guest) },
      query: { week: clinic.day },
      headers: asGuest,
    }),
    'PUT public/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      body: { version: 1, start: wanted.start, site_id: wanted.site_id },
      headers: asGuest,
    }),
    'GET public/appointments/{id}/new-times/': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: asGuest,
    }),
    'GET private/appointments/{id}/new-times/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      headers: me.headers,
    }),
    'PUT public/appointments/{id}/attendance/': async () => ({
      params: { id: await book(server, wanted, guest) },
      body: { is_coming: true, start: wanted.start },
      headers: asGuest,
    }),
    'PUT private/appointments/{id}/attendance/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      body: { is_coming: true, start: wanted.start },
      headers: me.headers,
    }),
    'DELETE public/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      body: { cancellation_notes: 'Feeling better' },
      headers: asGuest,
    }),
    'POST private/slot-holds/': () => ({ body: wanted }),
    'DELETE private/slot-holds/{id}/': async () => {
      const { body } = await send(server, 'POST', '/api/public/slot-holds/', { body: wanted })
      return {
        params: { id: Number(body['id']) },
        headers: { 'Slot-Hold-Token': String(body['token']) },
      }
    },
    'POST private/appointments/': () => ({ body: wanted }),
    'GET private/appointments/': async () => {
      await bookAs(server, wanted, me.headers)
      return { headers: me.headers }
    },
    'GET private/appointments/{id}/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      headers: me.headers,
    }),
    'GET private/appointments/{id}/weekly-availability/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      query: { week: clinic.day },
      headers: me.headers,
    }),
    'DELETE private/appointments/{id}/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      body: { cancellation_notes: 'Feeling better' },
      headers: me.headers,
    }),
    'GET admin/appointment-planner/': async () => {
      const [staff] = clinic.staff
      const { headers } = await addSignedIn(server, {
        personId: staff?.person_id ?? 0,
        permissions: ['clinic.view_appointment'],
      })
      return {
        query: {
          appointment_type_id: String(clinic.type.id),
          staff_id: String(staff?.id),
          date: clinic.day,
        },
        headers,
      }
    },
    'GET admin/appointment-planner/choices/': () => ({}),
    'PUT private/appointments/{id}/': async () => ({
      params: { id: await bookAs(server, wanted, me.headers) },
      body: { version: 1, start: wanted.start, site_id: wanted.site_id },
      headers: me.headers,
    }),
    'GET private/login-callback/': () => ({}),
    'GET private/logout': () => ({}),
    'GET private/is-logged-in/': () => ({}),
    'GET private/sessions/': () => ({}),
    'DELETE private/sessions/{id}/': async () => {
      await sessionHeaders(server, me.accountId)
      return { params: { id: await latestSession(server, me.accountId) }, headers: me.headers }
    },
    'DELETE private/sessions/': () => ({}),
    'GET admin/auditevents/': () => ({ query: { patient_id: String(guest.id) } }),
    'GET admin/auditevents/export/': () => ({ query: { patient_id: String(guest.id) } }),
    'GET admin/clinician-dashboard/': () => ownNumbers(server, clinic.day),
    'GET admin/clinician-upcoming-appointments/': async () => {
      const { query, headers } = await ownNumbers(server, clinic.day)
      return { query: { staff_id: query.staff_id, limit: '3' }, headers }
    },
    'GET admin/dashboard-total-income/': () =>
      ownNumbers(server, clinic.day, 'clinic.view_vaccinationhistory'),
    'GET admin/dashboard-appointments-logs/': () => ownNumbers(server, clinic.day),
    'GET admin/dashboard-appointment-types/': () => ownNumbers(server, clinic.day),
    'GET admin/temporary-reporting/': () => ownNumbers(server, clinic.day),
    'GET admin/temporary-reporting/export/': () =>
      ownNumbers(server, clinic.day, 'clinic.view_appointment', 'clinic.user_admin'),
    'GET admin/temporary-reporting/outcomes/': () => ownNumbers(server, clinic.day),
    'GET admin/temporary-reporting/fields/': () => ({}),
    'GET admin/staffcompetencies/ending/': () => ({}),
    'POST admin/appointmentcategories/{id}/move/': async () => {
      const { id } = await makeRecord(server, 'appointmentcategories')
      const parent = await makeRecord(server, 'appointmentcategories')
      return { params: { id }, body: { version: 1, parent: parent.id, before: null } }
    },
    'GET admin/staffcompetencies/expiring/': async () => {
      const clinician = await addClinicianUser(server, ['clinic.view_staffcompetency'])
      const staffId = clinician.staffId ?? 0
      await addStaffCompetency(db, staffId, { from: clinic.day, to: clinic.day })
      return { query: { staff_id: String(staffId) }, headers: clinician.headers }
    },
    'GET admin/availability-choices/': async () => {
      const { staffId, headers } = await sampleAvailability(server, clinic)
      return { query: { staff_id: String(staffId) }, headers }
    },
    'GET admin/availabilities/': async () => {
      const { headers } = await sampleAvailability(server, clinic)
      return { query: { search: 'site', ordering: '-staff_name', from: '2026-01-01' }, headers }
    },
    'GET admin/availabilities/{id}/': async () => {
      const { id, headers } = await sampleAvailability(server, clinic)
      return { params: { id }, headers }
    },
    'POST admin/availabilities/': async () => {
      const { otherRule: body, headers } = await sampleAvailability(server, clinic)
      return { body, headers }
    },
    'PUT admin/availabilities/{id}/': async () => {
      const { id, rule, headers } = await sampleAvailability(server, clinic)
      return { params: { id }, body: { ...rule, version: 1, end_time: '16:00' }, headers }
    },
    'DELETE admin/availabilities/{id}/': async () => {
      const { id, headers } = await sampleAvailability(server, clinic)
      return { params: { id }, body: { version: 1 }, headers }
    },
    'POST admin/availabilities/{id}/undo/': async () => {
      const { id, rule, headers } = await sampleAvailability(server, clinic)
      const path = `/api/admin/availabilities/${id}/`
      await send(server, 'PUT', path, { body: { ...rule, end_time: '11:00' }, headers })
      return { params: { id }, headers }
    },
    'POST admin/availabilities/preview/': async () => {
      const { id, rule, headers } = await sampleAvailability(server, clinic)
      return { body: { availability_id: id, rule }, headers }
    },
    'GET private/waiting-list/': () => ({ headers: me.headers }),
    'GET public/waiting-list/': () => ({ headers: asGuest }),
    'POST private/waiting-list/': () => ({
      // Nothing is free so late: who can have a time does not wait.
      body: { appointment_type_id: clinic.type.id, until: clinic.day, from_time: '23:00' },
      headers: me.headers,
    }),
    'POST public/waiting-list/': async () => {
      // One address has so many places, and all guests of the samples have the same.
      const email = `guest-${guest.id}@example.test`
      await updateRows(db, 'person', guest.id, { email, mobile: '' })
      return {
        // Nothing is free so late: who can have a time does not wait.
        body: { appointment_type_id: clinic.type.id, until: clinic.day, from_time: '23:00' },
        headers: asGuest,
      }
    },
    'DELETE private/waiting-list/{id}/': async () => ({
      params: { id: (await waiting(me.id)).id },
      headers: me.headers,
    }),
    'DELETE public/waiting-list/{id}/': async () => ({
      params: { id: (await waiting(guest.id)).id },
      headers: asGuest,
    }),
    'POST private/waiting-list/{id}/offers/{offer_id}/accept/': async () => ({
      params: await offered(me.id),
      headers: me.headers,
    }),
    'POST public/waiting-list/{id}/offers/{offer_id}/accept/': async () => ({
      params: await offered(guest.id),
      headers: asGuest,
    }),
    'POST private/waiting-list/{id}/offers/{offer_id}/decline/': async () => ({
      params: await offered(me.id),
      headers: me.headers,
    }),
    'POST public/waiting-list/{id}/offers/{offer_id}/decline/': async () => ({
      params: await offered(guest.id),
      headers: asGuest,
    }),
    'GET admin/clinic/waiting-list/': async () => {
      await offered(guest.id)
      return { query: { appointment_type_id: String(clinic.type.id), offered: 'yes' } }
    },
    'GET admin/clinic/waiting-list/{id}/times/': async () => ({
      params: { id: (await waiting(guest.id)).id },
    }),
    'POST admin/clinic/waiting-list/{id}/offers/': async () => ({
      params: { id: (await waiting(guest.id)).id },
      body: { start: wanted.start, site_id: wanted.site_id },
    }),
    'POST admin/clinic/waiting-list/': () => ({
      body: {
        patient_id: guest.id,
        appointment_type_id: clinic.type.id,
        until: clinic.day,
      },
    }),
    'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/accept/': async () => ({
      params: await offered(guest.id),
    }),
    'POST admin/clinic/waiting-list/{id}/offers/{offer_id}/decline/': async () => ({
      params: await offered(guest.id),
    }),
    'DELETE admin/clinic/waiting-list/{id}/offers/{offer_id}/': async () => ({
      params: await offered(guest.id),
    }),
    'DELETE admin/clinic/waiting-list/{id}/': async () => ({
      params: { id: (await waiting(guest.id)).id },
    }),
    'GET admin/clinic/orphaned-appointments/': () => ({
      query: { from: clinic.day, within_days: '3' },
    }),
    'PUT admin/clinic/orphaned-appointments/{id}/kept/': async () => {
      const id = await book(server, wanted, guest)
      const ofType = db.updateTable('appointment_type').where('id', '=', clinic.type.id)
      await ofType.set({ disabled: true }).execute()
      const headers = await toOthers(server, 'clinic.change_appointment', 'clinic.view_appointment')
      return { params: { id }, body: { version: 1 }, headers }
    },
    'DELETE admin/clinic/orphaned-appointments/{id}/kept/': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: await toOthers(server, 'clinic.change_appointment', 'clinic.view_appointment'),
    }),
    'GET admin/staff_appointment_types/': async () => {
      const { staffId, headers } = await sampleAvailability(server, clinic)
      return { query: { staff_id: String(staffId) }, headers }
    },
    'GET admin/available_appointment_types/': async () => {
      const { id, staffId, headers } = await sampleAvailability(server, clinic)
      return { query: { staff_id: String(staffId), availability_id: String(id) }, headers }
    },
    'GET private/user-auth/user_details/': () => ({}),
    'GET private/users/{id}/': () => ({ params: { id: me.id }, headers: me.headers }),
    'PUT private/users/{id}/': () => ({
      params: { id: me.id },
      body: profileDetails(),
      headers: me.headers,
    }),
    'PATCH private/users/{id}/': () => ({
      params: { id: me.id },
      body: { city: 'Saltmarsh' },
      headers: me.headers,
    }),
    'GET private/correctionrequests/': () => ({
      query: { ordering: '-created' },
      headers: me.headers,
    }),
    'GET private/correctionrequests/{id}/': async () => ({
      params: { id: await correction(me.id) },
      headers: me.headers,
    }),
    'POST private/correctionrequests/': () => ({
      body: { dob: '1980-05-03', note: 'My birthday is in May' },
      headers: me.headers,
    }),
    'GET admin/correctionrequests/': () => ({ query: { state: 'open' } }),
    'GET admin/correctionrequests/export/': () => ({ query: { state: 'open' } }),
    'POST admin/correctionrequests/{id}/decide/': async () => ({
      params: { id: await correction(guest.id) },
      body: { decision: 'declined', answer: 'Please bring your passport' },
    }),
    'POST admin/users/{id}/end-links/': () => ({ params: { id: guest.id } }),
    'POST admin/appointments/{id}/end-links/': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: await toOthers(server, 'clinic.change_appointment', 'clinic.view_appointment'),
    }),
    'PATCH admin/users/{id}/': () => ({ params: { id: guest.id }, body: { city: 'Saltmarsh' } }),
    'GET admin/users/{id}/permissions/': () => ({ params: { id: guest.id } }),
    'GET admin/calendar-feed/': async () => ({ headers: await toFeed() }),
    'POST admin/calendar-feed/': async () => ({ headers: await toFeed() }),
    'DELETE admin/calendar-feed/': async () => ({ headers: await toFeed() }),
    'GET public/calendar-feeds/{token}/schedule.ics': async () => {
      const made = await send(server, 'POST', '/api/admin/calendar-feed/', {
        headers: await toFeed(),
      })
      const [, token = ''] = /calendar-feeds\/([\w-]+)/.exec(String(made.body['address'])) ?? []
      return { params: { token } }
    },
    'GET admin/clinic/schedule/': () => ({ query: { from: clinic.day, to: clinic.day } }),
    'GET admin/permissions/': () => ({ query: { search: 'clinic.view' } }),
    'GET admin/permissions/{id}/': () => ({ params: { id: 1 } }),
    'GET public/appointments/{id}/outcomes/': async () => ({
      ...(await ofOutcome(guest.id)),
      headers: asGuest,
    }),
    'GET private/appointments/{id}/outcomes/': async () => ({
      ...(await ofOutcome(me.id)),
      headers: me.headers,
    }),
    'GET admin/appointments/{id}/outcomes/': async () => ({
      ...(await ofOutcome()),
      headers: await toOutcomes('clinic.view_outcome'),
    }),
    'POST admin/appointments/{id}/outcomes/': async () => {
      const { appointment } = await withOutcome()
      const { id } = await offerOutcome(db, appointment)
      return {
        params: { id: appointment.id },
        body: { version: appointment.version, outcome_id: id, reason: 'Forgotten' },
        headers: await toOutcomes('clinic.add_outcome'),
      }
    },
    'PUT admin/appointments/{id}/outcomes/{recorded_id}/': async () => {
      const { appointment, recorded } = await withOutcome()
      const { id } = await offerOutcome(db, appointment)
      return {
        params: { id: appointment.id, recorded_id: recorded.id },
        body: { version: appointment.version, outcome_id: id, reason: 'A wrong tick' },
        headers: await toOutcomes('clinic.change_outcome'),
      }
    },
    'DELETE admin/appointments/{id}/outcomes/{recorded_id}/': async () => {
      const { appointment, recorded } = await withOutcome()
      return {
        params: { id: appointment.id, recorded_id: recorded.id },
        body: { version: appointment.version, reason: 'A wrong tick' },
        headers: await toOutcomes('clinic.delete_outcome'),
      }
    },
    'GET public/appointmentoutcomes/{id}/render/': async () => ({
      ...(await rendered(guest.id)),
      headers: asGuest,
    }),
    'GET private/appointmentoutcomes/{id}/render/': async () => ({
      ...(await rendered(me.id)),
      headers: me.headers,
    }),
    'GET admin/appointmentoutcomes/{id}/render/': async () => ({
      ...(await rendered()),
      headers: await toOutcomes('clinic.view_outcome'),
    }),
    'POST admin/appointmentoutcomes/preview/': async () => ({
      body: {
        template_code: 'Dear {{ patient.first_name }}',
        template_path: '',
        appointment_id: (await withOutcome()).appointment.id,
      },
      headers: await toOutcomes('clinic.change_appointmentoutcome'),
    }),
    'POST public/reminders/{stop_code}/stop/': async () => {
      const { appointment } = await withOutcome()
      const message = await insertRow(db, 'message', {
        event: 'reminder',
        patient_id: appointment.patient_id as number,
        appointment_id: appointment.id,
        starts_at: new Date(),
        lead_minutes: 60,
      })
      return { params: { stop_code: await issueStopCode(db, message) } }
    },
    'POST admin/messagetemplates/preview/': async () => ({
      body: {
        event: 'booked',
        subject: 'Your appointment on {{ day }}',
        body: 'Dear {{ first_name }}',
        appointment_id: (await withOutcome()).appointment.id,
      },
      headers: await toOutcomes('clinic.change_messagetemplate'),
    }),
    'GET public/forms/{id}/': async () => ({
      params: { id: (await addForms(guest.id)).appointment.id },
      headers: asGuest,
    }),
    'GET private/forms/{id}/': async () => ({
      params: { id: (await addForms(me.id)).appointment.id },
      headers: me.headers,
    }),
    'GET admin/forms/{id}/': async () => ({
      params: { id: (await addForms()).appointment.id },
      headers: await toForms('eforms.view_submittedform', 'clinic.view_appointment'),
    }),
    'GET public/patientadvices/': async () => {
      const { appointment_id } = await addAdvice(db, { patient_id: guest.id })
      return { query: { appointment_id: String(appointment_id) }, headers: asGuest }
    },
    'GET private/patientadvices/': () => ({ headers: me.headers }),
    'GET admin/patientadvices/': () => ({ query: { search: 'rest' } }),
    'GET private/patientarchivedadvices/': () => ({ headers: me.headers }),
    'GET admin/patientarchivedadvices/': () => ({}),
    'GET private/patientadvices/{id}/': async () => ({
      ...(await advice(me.id)),
      headers: me.headers,
    }),
    'GET admin/patientadvices/{id}/': async () => ({
      ...(await advice()),
      headers: (await adviser()).headers,
    }),
    'POST admin/patientadvices/': async () => {
      const { id, patient_id } = await addAppointment(db, { starts_at: new Date() })
      return {
        body: { patient_id, appointment_id: id, advice_text: 'Rest.' },
        headers: (await adviser()).headers,
      }
    },
    'PUT admin/patientadvices/{id}/': async () => ({
      ...(await advice()),
      body: { advice_text: 'Rest, and drink enough.', category_ids: [] },
      headers: (await adviser()).headers,
    }),
    'PATCH admin/patientadvices/{id}/': async () => ({
      ...(await advice()),
      body: { pinned: true, archived: true },
      headers: (await adviser()).headers,
    }),
    'PUT private/patientadvices/{id}/': async () => ({
      ...(await advice(me.id)),
      body: { favourite: true },
      headers: me.headers,
    }),
    'PATCH private/patientadvices/{id}/': async () => ({
      ...(await advice(me.id)),
      body: { favourite: true },
      headers: me.headers,
    }),
    'DELETE admin/patientadvices/{id}/': async () => ({
      ...(await advice()),
      body: { reason: 'For another patient' },
      headers: (await adviser()).headers,
    }),
    'GET admin/advicesnippets/': () => ({}),
    'GET admin/advicesnippets/{id}/': snippet,
    'POST admin/advicesnippets/': () => ({ body: { name: 'Rest', advice_text: 'Rest.' } }),
    'PUT admin/advicesnippets/{id}/': async () => ({
      ...(await snippet()),
      body: { name: 'Rest', advice_text: 'Rest.' },
    }),
    'DELETE admin/advicesnippets/{id}/': snippet,
    'GET private/savedforms/': () => ({ headers: me.headers }),
    'GET admin/savedforms/': () => ({}),
    'POST public/savedforms/': async () => ({ body: await toStart(guest.id), headers: asGuest }),
    'POST private/savedforms/': async () => ({
      body: await toStart(me.id),
      headers: me.headers,
    }),
    'POST admin/savedforms/': async () => ({
      body: await toStart(),
      headers: await toForms('eforms.add_savedform'),
    }),
    'GET public/savedforms/{id}/': async () => ({ ...(await saved(guest.id)), headers: asGuest }),
    'GET private/savedforms/{id}/': async () => ({ ...(await saved(me.id)), headers: me.headers }),
    'GET admin/savedforms/{id}/': async () => ({
      ...(await saved()),
      headers: await toForms('eforms.view_savedform'),
    }),
    'PUT public/savedforms/{id}/': async () => ({
      ...(await saved(guest.id)),
      body: { answers: { eggs: 'yes' }, revision: 1 },
      headers: asGuest,
    }),
    'PUT private/savedforms/{id}/': async () => ({
      ...(await saved(me.id)),
      body: { answers: { eggs: 'yes' }, revision: 1 },
      headers: me.headers,
    }),
    'PUT admin/savedforms/{id}/': async () => ({
      ...(await saved()),
      body: { answers: { eggs: 'yes' }, revision: 1 },
      headers: await toForms('eforms.change_savedform'),
    }),
    'GET private/submittedforms/': () => ({ headers: me.headers }),
    'GET admin/submittedforms/': () => ({}),
    'POST public/submittedforms/': async () => ({
      body: { saved_form_id: (await saved(guest.id)).params.id, revision: 1 },
      headers: asGuest,
    }),
    'POST private/submittedforms/': async () => ({
      body: { saved_form_id: (await saved(me.id)).params.id, revision: 1 },
      headers: me.headers,
    }),
    'POST admin/submittedforms/': async () => ({
      body: { saved_form_id: (await saved()).params.id, revision: 1 },
      headers: await toForms('eforms.add_submittedform'),
    }),
    'GET public/submittedforms/{id}/': async () => ({
      ...(await submitted(guest.id)),
      headers: asGuest,
    }),
    'GET private/submittedforms/{id}/': async () => ({
      ...(await submitted(me.id)),
      headers: me.headers,
    }),
    'GET admin/submittedforms/{id}/': async () => ({
      ...(await submitted()),
      headers: await toForms('eforms.view_submittedform'),
    }),
    'GET admin/submittedforms/{id}/questionnaire-response/': async () => ({
      ...(await submitted()),
      headers: await toForms('eforms.view_submittedform'),
    }),
    'GET admin/eforms/{id}/questionnaire/': async () => ({
      params: { id: (await addForms()).eform.id },
    }),
    'PUT public/submittedforms/{id}/': async () => ({
      ...(await submitted(guest.id)),
      body: amendment,
      headers: asGuest,
    }),
    'PUT private/submittedforms/{id}/': async () => ({
      ...(await submitted(me.id)),
      body: amendment,
      headers: me.headers,
    }),
    'PUT admin/submittedforms/{id}/': async () => ({
      ...(await submitted()),
      body: amendment,
      headers: await toForms('eforms.change_submittedform'),
    }),
    'POST admin/clinicianforms/': async () => {
      const { appointment, clinicianEform } = await addForms()
      return {
        body: { appointment_id: appointment.id, eform_id: clinicianEform.id },
        headers: await toForms('eforms.add_clinicianform'),
      }
    },
    'GET admin/clinicianforms/{id}/': async () => ({
      ...(await clinicianForm()),
      headers: await toForms('eforms.view_clinicianform'),
    }),
    'PUT admin/clinicianforms/{id}/': async () => ({
      ...(await clinicianForm()),
      body: { answers: { pulse: 72 }, revision: 1, complete: true },
      headers: await toForms('eforms.change_clinicianform'),
    }),
    'PUT public/savedforms/{id}/upload_file/': async () => ({
      ...(await saved(guest.id)),
      ...upload(),
      headers: asGuest,
    }),
    'PUT private/savedforms/{id}/upload_file/': async () => ({
      ...(await saved(me.id)),
      ...upload(),
      headers: me.headers,
    }),
    'PUT admin/savedforms/{id}/upload_file/': async () => ({
      ...(await saved()),
      ...upload(),
      headers: await toForms('eforms.change_savedform'),
    }),
    'PUT public/submittedforms/{id}/upload_file/': async () => ({
      ...(await submitted(guest.id)),
      ...upload(),
      headers: asGuest,
    }),
    'PUT private/submittedforms/{id}/upload_file/': async () => ({
      ...(await submitted(me.id)),
      ...upload(),
      headers: me.headers,
    }),
    'PUT admin/submittedforms/{id}/upload_file/': async () => ({
      ...(await submitted()),
      ...upload(),
      headers: await toForms('eforms.change_submittedform'),
    }),
    'PUT admin/clinicianforms/{id}/upload_file/': async () => ({
      ...(await clinicianForm()),
      ...upload(),
      headers: await toForms('eforms.change_clinicianform'),
    }),
    'GET public/files/{id}/': async () => ({ ...(await file(guest.id)), headers: asGuest }),
    'GET private/files/{id}/': async () => ({ ...(await file(me.id)), headers: me.headers }),
    'GET admin/files/{id}/': async () => ({
      ...(await file()),
      headers: await toForms('eforms.view_submittedform'),
    }),
    'GET admin/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      headers: await toOthers(server, 'clinic.view_appointment'),
    }),
    'PUT admin/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      body: { version: 1, start: new Date(clinic.start.getTime() + 3_600_000).toISOString() },
      headers: await toOthers(server, 'clinic.change_appointment', 'clinic.view_appointment'),
    }),
    'GET admin/appointments/': () => ({
      query: { site_id: String(clinic.site.id), from: clinic.day, search: 'ada' },
    }),
    'GET admin/cancelled-appointments/': () => ({ query: { patient_id: String(guest.id) } }),
    'GET admin/messages/': () => ({ query: { state: 'failed', site_id: String(clinic.site.id) } }),
    'GET admin/messages/export/': () => ({ query: { event: 'booked' } }),
    'POST admin/messages/{id}/try-again/': async () => {
      const id = await book(server, wanted, guest)
      const message = await db
        .updateTable('message')
        .set({ state: 'failed', note: '550 No such person' })
        .where('appointment_id', '=', id)
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        params: { id: message.id },
        headers: await toOthers(server, 'clinic.resend_message', 'clinic.view_message'),
      }
    },
    'GET admin/webhookdeliveries/': () => ({ query: { state: 'failed' } }),
    'GET admin/webhookdeliveries/export/': () => ({ query: { event: 'appointment.booked' } }),
    'POST admin/webhooks/{id}/secret/': async () => ({ params: { id: await webhookId() } }),
    'POST admin/webhooks/{id}/test/': async () => ({ params: { id: await webhookId() } }),
    'POST admin/webhookdeliveries/{id}/try-again/': async () => {
      const delivery = await insertRow(db, 'webhook_delivery', {
        webhook_id: await webhookId(),
        event: 'appointment.booked',
        data: '{}',
        state: 'failed',
      })
      return { params: { id: delivery.id } }
    },
    'GET admin/appointments/export/': () => ({ query: { from: clinic.day } }),
    'GET admin/cancelled-appointments/export/': () => ({ query: { cancelled_by: 'patient' } }),
    'POST admin/appointments/': async () => ({
      body: { ...wanted, patient_id: guest.id },
      headers: await toOthers(server, 'clinic.add_appointment', 'clinic.view_appointment'),
    }),
    'POST admin/appointments/series/': async () => {
      const [staff] = clinic.staff
      const nextWeek = new Date(clinic.start.getTime() + 7 * 86_400_000)
      const room = await addRoom(db, clinic.site.id)
      await addOpening(db, { staff: staff?.id ?? 0, room, types: [clinic.type] }, [
        nextWeek.getTime() - 7_200_000,
        nextWeek.getTime() + 7_200_000,
      ])
      return {
        body: { ...wanted, patient_id: guest.id, every_weeks: 1, times: 2 },
        headers: await toOthers(server, 'clinic.add_appointment', 'clinic.view_appointment'),
      }
    },
    'DELETE admin/appointments/{id}/': async () => ({
      params: { id: await book(server, wanted, guest) },
      body: { cancellation_notes: 'The clinic is closed' },
      headers: await toOthers(server, 'clinic.delete_appointment', 'clinic.view_appointment'),
    }),
    'GET admin/patient-records/{id}/': () => ({ params: { id: guest.id } }),
    'GET admin/patient-records/{id}/timeline/': () => ({
      params: { id: guest.id },
      query: { kind: 'appointment' },
    }),
    'GET admin/patient-records/{id}/messages/': () => ({ params: { id: guest.id } }),
    'PUT admin/patient-records/{id}/allergies/': () => ({
      params: { id: guest.id },
      body: { version: 1, allergy_ids: [], none_known: true },
    }),
    'GET private/patient-record/': () => ({}),
    'GET private/patient-record/messages/': () => ({}),
    'GET private/patient-record/timeline/': () => ({}),
    'GET private/patient-record/export/': async () => {
      await addSubmittedForm(db, await addForms(me.id))
      await addVaccination(db, { ...(await vaccinated()), patient_id: me.id })
      return { headers: me.headers }
    },
    'GET admin/patient-records/{id}/fhir/': async () => ({
      params: { id: guest.id },
      headers: await toForms(
        'clinic.export_patientrecord',
        'clinic.view_user',
        'clinic.view_appointment',
        'clinic.view_vaccinationhistory',
        'eforms.view_submittedform',
        'eforms.view_clinicianform',
      ),
    }),
    'PUT private/patient-record/allergies/': () => ({
      body: { version: 1, allergy_ids: [], none_known: true },
      headers: me.headers,
    }),
    'GET public/patient-record/': async () => ({
      query: { appointment_id: String(await book(server, wanted, guest)) },
      headers: asGuest,
    }),
    'GET private/vaccinationhistories/': async () => {
      await addVaccination(db, { ...(await vaccinated()), patient_id: me.id })
      return { headers: me.headers }
    },
    'GET private/vaccinationhistories/{id}/': async () => {
      const { id } = await addVaccination(db, { ...(await vaccinated()), patient_id: me.id })
      return { params: { id }, headers: me.headers }
    },
    'GET public/vaccinationhistories/': async () => ({
      query: { appointment_id: String(await book(server, wanted, guest)) },
      headers: asGuest,
    }),
    'GET admin/vaccinationhistories/': async () => {
      await addVaccination(db, await vaccinated())
      return { query: { state: 'given', ordering: '-expiry_date' } }
    },
    'GET admin/vaccinationhistories/export/': () => ({ query: { batch_number: 'AB 123' } }),
    'GET admin/vaccinationhistories/fields/': () => ({}),
    'GET admin/vaccinationhistories/administration-choices/': () => ({}),
    'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': async () => ({
      query: { appointment_id: String(await book(server, wanted, guest)) },
      headers: await toOthers(server, 'clinic.view_vaccinationhistory', 'clinic.view_appointment'),
    }),
    'PUT admin/vaccinationhistories/bulk-update/': async () => {
      const { id } = await addVaccination(db, await vaccinated())
      return {
        body: { records: [{ id, version: 1 }], set: { manufacturer: 'Halden' }, reason: 'Typo' },
        headers: await toOthers(
          server,
          'clinic.change_vaccinationhistory',
          'clinic.view_vaccinationhistory',
        ),
      }
    },
    'POST admin/vaccinationhistories/check/': async () => ({
      body: await dose(),
      headers: await toOthers(
        server,
        'clinic.add_vaccinationhistory',
        'clinic.view_vaccinationhistory',
      ),
    }),
    'POST admin/vaccinationhistories/': async () => ({
      body: await anotherDose(),
      headers: await toOthers(
        server,
        'clinic.add_vaccinationhistory',
        'clinic.view_vaccinationhistory',
      ),
    }),
    'GET admin/vaccinationhistories/{id}/': async () => ({
      params: { id: (await addVaccination(db, await dose())).id },
    }),
    'PUT admin/vaccinationhistories/{id}/': async () => {
      const { patient_id: _, staff_id: _staff, ...written } = await dose()
      return {
        params: { id: (await addVaccination(db, await vaccinated())).id },
        body: { version: 1, reason: 'Typo', ...written },
        headers: await toOthers(
          server,
          'clinic.change_vaccinationhistory',
          'clinic.view_vaccinationhistory',
        ),
      }
    },
    'DELETE admin/vaccinationhistories/{id}/': async () => ({
      params: { id: (await addVaccination(db, await vaccinated())).id },
      body: { version: 1, reason: 'Recorded twice' },
      headers: await toOthers(
        server,
        'clinic.delete_vaccinationhistory',
        'clinic.view_vaccinationhistory',
      ),
    }),
    'PUT admin/appointments/{id}/complete_appointment/': async () => ({
      params: { id: await bookAndStart(server, wanted, guest) },
      body: { version: 2 },
      headers: await toOthers(server, 'clinic.change_appointment', 'clinic.view_appointment'),
    }),
    'PATCH admin/appointments/{id}/mark_as_did_not_attend/': async () => ({
      params: { id: await bookAndStart(server, wanted, guest) },
      body: { version: 2 },
      headers: await toOthers(server, 'clinic.change_appointment', 'clinic.view_appointment'),
    }),
    'PUT admin/appointments/{id}/reinstate_appointment/': async () => {
      const id = await book(server, wanted, guest)
      await updateRows(db, 'appointment', id, { status: 'did_not_attend' })
      return {
        params: { id },
        body: { version: 2, reason: 'Came after all' },
        headers: await toOthers(
          server,
          'clinic.change_appointment',
          'clinic.view_appointment',
          'clinic.change_outcome',
        ),
      }
    },
    'GET admin/check-availability/': async () => ({
      query: { appointment_type_id: String(clinic.type.id), start: wanted.start },
      headers: await toOthers(server, 'clinic.view_appointment'),
    }),
    'POST admin/check-duplicate-user/': () => ({
      body: { first_name: 'Ada', last_name: 'Byron', dob: '1990-02-28' },
    }),
    'GET admin/potential-duplicate-users/': async () => {
      await addLikelyPair(db)
      return {}
    },
    'POST admin/potential-duplicate-users/': async () => {
      const { kept, merged } = await addLikelyPair(db)
      return { body: toMerge(kept, merged) }
    },
    'POST admin/potential-duplicate-users/preview/': async () => {
      const { kept, merged } = await addLikelyPair(db)
      return { body: toMerge(kept, merged) }
    },
    'POST admin/potential-duplicate-users/not-the-same/': async () => {
      const { kept, merged } = await addLikelyPair(db)
      return { body: { ids: [kept.id, merged.id] } }
    },
    'GET admin/potential-duplicate-users/not-the-same/': () => ({}),
    'POST admin/potential-duplicate-users/not-the-same/undo/': async () => {
      const { kept, merged } = await addLikelyPair(db)
      const path = '/api/admin/potential-duplicate-users/not-the-same/'
      const call = 'POST admin/potential-duplicate-users/not-the-same/'
      const headers = await headersFor(server, call)
      const body = { ids: [kept.id, merged.id] }
      await send(server, 'POST', path, { body, headers })
      return { body, headers }
    },
    'GET admin/potential-duplicate-users/merges/': () => ({}),
    'POST admin/potential-duplicate-users/{id}/undo/': async () => {
      const { kept, merged } = await addLikelyPair(db)
      const headers = await headersFor(server, 'POST admin/potential-duplicate-users/')
      const path = '/api/admin/potential-duplicate-users/'
      const { body } = await send(server, 'POST', path, { body: toMerge(kept, merged), headers })
      return { params: { id: (body['merges'] as { id: number }[])[0]?.id ?? 0 }, headers }
    },
    'GET admin/potential-duplicate-users/search/': () => ({}),
    'POST admin/potential-duplicate-users/search/': () => ({}),
    'PUT private/pin/': async () => ({
      body: { pin_code: '8642' },
      headers: (await addSignedIn(server, { clinician: true })).headers,
    }),
    'GET admin/validate_clinician_pin_code/': () => ({
      query: { staff_id: String(me.staffId) },
      headers: { 'Clinician-Pin-Code': '2468' },
    }),
  }
  return await samples[key]()
}

/** A clinician with an appointment on a day, who asks for what it comes to. */
async function ownNumbers(server: TestServer, day: string, ...permissions: Permission[]) {
  if (permissions.length === 0) permissions.push('clinic.view_appointment')
  const clinician = await addClinicianUser(server, permissions)
  const staff_id = String(clinician.staffId)
  await addAppointment(server.database.db, {
    staff_id: Number(staff_id),
    starts_at: new Date(`${day}T10:00:00Z`),
  })
  return { query: { from: day, to: day, staff_id }, headers: clinician.headers }
}

/** Somebody who may make the operation: who is signed in, and for `admin` holds its permission. */
async function headersFor(server: TestServer, key: OperationKey) {
  const { audience, permission, andPermission }: Operation = contract[key]
  if (audience === 'private') return (await addSignedIn(server)).headers
  if (audience !== 'admin') return {}
  const needed = [permission, andPermission].filter((name) => name !== undefined)
  return (await staffUserWith(server, needed)).headers
}

/** Somebody who holds the permission and sees everybody's appointments. */
async function toOthers(server: TestServer, ...more: Permission[]) {
  const permissions: Permission[] = [...more, 'clinic.view_other_appointments']
  return (await staffUserWith(server, permissions)).headers
}

/** Sends a sample, with whatever is to be different about it; over HTTP where that is in how it is sent. */
export function call(
  server: Pick<TestServer, 'url' | 'answer'>,
  key: OperationKey,
  sample: Sample,
  more: { raw?: BodyInit; headers?: Record<string, string>; path?: (path: string) => string } = {},
): Promise<Answer> {
  const [method = '', template = ''] = key.split(' ')
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(sample.params?.[name])),
  )
  const query = new URLSearchParams(sample.query).toString()
  const path = more.path?.(`/api/${filled}`) ?? `/api/${filled}`
  const by = more.raw !== undefined || more.headers ? sendOverHttp : send
  return by(server, method, query ? `${path}?${query}` : path, {
    ...(sample.body && { body: sample.body }),
    ...(sample.raw !== undefined && { raw: sample.raw }),
    ...(more.raw !== undefined && { raw: more.raw }),
    headers: { ...sample.headers, ...more.headers },
  })
}

async function bookAs(
  server: TestServer,
  body: unknown,
  headers: Record<string, string>,
): Promise<number> {
  const answer = await send(server, 'POST', '/api/private/appointments/', { body, headers })
  return Number(answer.body['id'])
}

async function book(server: TestServer, body: unknown, guest: Guest): Promise<number> {
  const answer = await send(server, 'POST', '/api/public/appointments/', {
    body,
    headers: { 'Guest-User-Access-Token': guest.token },
  })
  return Number(answer.body['id'])
}

/** As `book`; it began an hour ago. */
async function bookAndStart(server: TestServer, body: unknown, guest: Guest): Promise<number> {
  const id = await book(server, body, guest)
  await updateRows(server.database.db, 'appointment', id, {
    starts_at: new Date(Date.now() - 3_600_000),
  })
  return id
}

async function latestSession(server: TestServer, accountId: number): Promise<number> {
  const { id } = await server.database.db
    .selectFrom('session')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
