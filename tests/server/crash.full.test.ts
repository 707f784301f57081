import { createServer } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createApiClient } from '#lib/api/client.ts'
import type { SavedForm } from '#lib/contract/forms/filled-forms.ts'
import {
  answers,
  type CarelaneProcess,
  type Installation,
  installCarelane,
  signalWithChildren,
} from './carelane-process.ts'
import { guestDetails } from './clinic-factory.ts'
import { type Answer, send, tally } from './send.ts'

/* The real process is killed in the middle of bookings: what it acknowledged is there, once. */

const AT_ONCE = 12
const ENOUGH = 25
const CROWD = 120

let installation: Installation
let carelane: CarelaneProcess
let free: Slot[]
beforeAll(async () => {
  installation = await installCarelane()
  carelane = await installation.startReady()
  free = await findSlots(carelane)
})
beforeEach(async () => {
  if (carelane.child.exitCode !== null || carelane.child.signalCode !== null) {
    carelane = await installation.startReady()
  }
})
afterAll(() => installation.remove())

type Slot = { appointment_type_id: number; start: string; site_id: number }
type Attempt = { body: Slot; token: string; key: string; answer: Answer | null }

/** Free times of the demonstration's services over three weeks, one for each start and site. */
async function findSlots({ url }: CarelaneProcess): Promise<Slot[]> {
  const api = createApiClient(`${url}/api`)
  const types = await api.call('GET public/appointmenttypes/', { query: { disabled: 'false' } })
  const slots: Slot[] = []
  for (const type of types.results.slice(0, 6)) {
    const first = await api.call('GET public/weekly-availability/', {
      query: { appointment_type_slug: type.slug },
    })
    const monday = Date.parse(first.week_start)
    for (const week of [1, 2, 3]) {
      const date = new Date(monday + week * 7 * 86_400_000).toISOString().slice(0, 10)
      const { days } = await api.call('GET public/weekly-availability/', {
        query: { appointment_type_slug: type.slug, week: date },
      })
      for (const { slots: times } of days) {
        for (const { start, site } of times) {
          slots.push({ appointment_type_id: type.id, start, site_id: site.id })
        }
      }
    }
  }
  return [...new Map(slots.map((slot) => [`${slot.start} ${slot.site_id}`, slot])).values()]
}

let keys = 0

/** People who want a time each. */
async function people(count: number): Promise<Attempt[]> {
  return await Promise.all(
    free.splice(0, count).map(async (body) => {
      const { body: guest } = await send(carelane, 'POST', '/api/public/users/', {
        body: guestDetails(),
      })
      keys += 1
      return {
        body,
        token: String(guest['guest_access_token']),
        key: `attempt-number-${keys}`,
        answer: null,
      }
    }),
  )
}

/** Sends an attempt and notes the answer; what broke off, or found the database away, is unanswered. */
async function book(attempt: Attempt): Promise<void> {
  const answer = await send(carelane, 'POST', '/api/public/appointments/', {
    body: attempt.body,
    headers: { 'Guest-User-Access-Token': attempt.token, 'Idempotency-Key': attempt.key },
  }).catch(() => null)
  expect(answer?.outcome ?? 'none').toMatch(/^(none|201|409 slot_taken|503 unavailable)$/)
  attempt.answer = answer?.status === 503 ? null : answer
}

/** Works through the attempts several at a time, and calls `strike` in the middle of it. */
async function bookUnderFire(attempts: Attempt[], strike: () => void): Promise<void> {
  const waiting = [...attempts]
  let struck = false
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await book(next)
      if (!struck && booked(attempts).length >= ENOUGH) {
        struck = true
        strike()
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  expect(struck).toBe(true)
}

const booked = (attempts: Attempt[]) => attempts.filter(({ answer }) => answer?.status === 201)
const unanswered = (attempts: Attempt[]) => attempts.filter(({ answer }) => answer === null)

/** What was acknowledged is there as it was told, opened by the link that came with it. */
async function expectKept(attempts: Attempt[]): Promise<void> {
  await Promise.all(
    booked(attempts).map(async ({ answer }) => {
      const { access_token: token, ...told } = answer?.body ?? {}
      const read = await send(carelane, 'GET', `/api/public/appointments/${told['id']}/`, {
        headers: { 'Guest-User-Access-Token': String(token) },
      })
      expect(read.body).toEqual(told)
    }),
  )
}

/** All that was acknowledged is there, what was not is booked once by asking again. */
async function expectNothingLost(attempts: Attempt[]): Promise<void> {
  expect(booked(attempts).length).toBeGreaterThanOrEqual(ENOUGH)
  await expectKept(attempts)
  const lost = unanswered(attempts)
  expect(lost.length).toBeGreaterThan(0)
  // Twice, as an impatient person does.
  for (let round = 0; round < 2; round += 1) {
    const again = await Promise.all(
      lost.map(async (attempt) => {
        const before = attempt.answer
        await book(attempt)
        if (before) expect(attempt.answer?.body).toEqual(before.body)
        return attempt.answer ?? { outcome: 'unanswered' }
      }),
    )
    expect(Object.keys(tally(again))).not.toContain('unanswered')
  }
  expect(await appointmentsByKey(attempts)).toEqual(
    booked(attempts)
      .map(({ key, answer }) => `${key} ${answer?.body['id']}`)
      .sort(),
  )
}

/** Every appointment of these people, cancelled or not, with the key that made it. */
async function appointmentsByKey(attempts: Attempt[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: installation.databaseUrl() })
  await client.connect()
  try {
    const { rows } = await client.query(
      `select key || ' ' || appointment.id as line from appointment
        left join idempotency_key on appointment_id = appointment.id
        where patient_id in (select appointment.patient_id from appointment
          join idempotency_key on appointment_id = appointment.id where key = any($1))`,
      [attempts.map(({ key }) => key)],
    )
    return rows.map(({ line }) => line).sort()
  } finally {
    await client.end()
  }
}

describe('bookings under load', () => {
  test('outlive kill -9 of the server', async () => {
    const attempts = await people(CROWD)
    await bookUnderFire(attempts, () => carelane.child.kill('SIGKILL'))
    expect(await carelane.ended).toBe('SIGKILL')
    carelane = await installation.startReady()
    await expectNothingLost(attempts)
  })

  test('outlive kill -9 of PostgreSQL and its children, without a restart of the server', async () => {
    const attempts = await people(CROWD)
    await bookUnderFire(attempts, () => signalWithChildren(installation.postmaster(), 'SIGKILL'))
    await answers(carelane)
    await expectNothingLost(attempts)
    expect(carelane.child.exitCode).toBeNull()
  })

  test('end well on SIGTERM: what was asked is answered, the exit code is 0, the next start finds all', async () => {
    const attempts = await people(AT_ONCE * 2)
    await Promise.all(attempts.slice(0, AT_ONCE).map(book))
    const underWay = Promise.all(attempts.slice(AT_ONCE).map(book))
    await Promise.race([underWay, send(carelane, 'GET', '/api/public/allergies/')])
    carelane.child.kill('SIGTERM')
    await underWay
    expect(unanswered(attempts)).toEqual([])
    expect(await carelane.ended).toBe(0)
    expect(carelane.output.stderr).toBe('')

    carelane = await installation.startReady()
    await expectKept(attempts)
  })
})

describe('answers to a form', () => {
  /** A guest's draft of the demonstration, and calls as them. */
  async function startForm() {
    const types = await createApiClient(`${carelane.url}/api`).call('GET public/appointmenttypes/')
    const needing = types.results.filter(({ forms }) => forms.length > 0).map(({ id }) => id)
    free = free.filter(({ appointment_type_id: id }) => needing.includes(id))
    let attempt: Attempt | undefined
    // Some of these times have been taken by the bookings before.
    while (attempt?.answer?.status !== 201) {
      ;[attempt] = await people(1)
      if (!attempt) throw new Error('There is no time left')
      await book(attempt)
    }
    const { token } = attempt
    const ask = (method: string, path: string, body?: object) =>
      send(carelane, method, `/api/public/${path}`, {
        headers: { 'Guest-User-Access-Token': token },
        body,
      })
    const appointment = Number(attempt.answer?.body['id'])
    const { body } = await ask('GET', `forms/${appointment}/`)
    const [due] = body['due_forms'] as [{ eform: { id: number } }]
    const started = await ask('POST', 'savedforms/', {
      appointment_id: appointment,
      eform_id: due.eform.id,
    })
    const saved = started.body as unknown as SavedForm
    // A draft keeps any text there.
    const typed = ['text', 'textarea', 'number', 'date']
    const item = saved.eform.formDefinition.find(({ type }) => typed.includes(type))
    return { ask, saved, item: item?.id ?? '' }
  }

  test('outlive kill -9: what was acknowledged is there, and sent again is no conflict', async () => {
    const { ask, saved, item } = await startForm()
    const path = `savedforms/${saved.id}/`
    let { revision } = saved
    let sent = saved.answers
    let acknowledged = saved.answers
    for (let round = 0; round < 500; round += 1) {
      sent = { ...saved.answers, [item]: `Word ${round}` }
      if (round === 20) setTimeout(() => carelane.child.kill('SIGKILL'), 5)
      const answer = await ask('PUT', path, { answers: sent, revision }).catch(() => null)
      if (!answer) break
      expect(answer.status, answer.text).toBe(200)
      revision = Number(answer.body['revision'])
      acknowledged = sent
    }
    expect(await carelane.ended).toBe('SIGKILL')
    carelane = await installation.startReady()
    const { body } = await ask('GET', path)
    expect([acknowledged, sent]).toContainEqual(body['answers'])
    const again = await ask('PUT', path, { answers: sent, revision })
    expect(again.status, again.text).toBe(200)
    expect((await ask('GET', path)).body['answers']).toEqual(sent)
  })
})

test('a start on a port that is taken says which, in a sentence', async () => {
  const squatter = createServer()
  await new Promise<void>((done) => squatter.listen(0, '127.0.0.1', done))
  const address = squatter.address()
  const PORT = String(typeof address === 'object' && address ? address.port : 0)
  try {
    const failed = installation.start({ PORT, DATABASE_URL: installation.databaseUrl() })
    expect(await failed.ended).toBe(1)
    expect(failed.output.stderr).toBe(
      `Port ${PORT} is taken: stop what uses it, or set PORT to another.\n`,
    )
  } finally {
    squatter.close()
  }
})
