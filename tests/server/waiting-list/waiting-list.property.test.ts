import { fork } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createMailTransport } from '#server/messages/mail-transport.ts'
import { offerFreeTimes } from '#server/waiting-list/offer-free-times.ts'
import { isFull, runs } from '../../amount.ts'
import { addGuest, addOpening, addRoom, addSite, addType, type Guest } from '../clinic-factory.ts'
import { insertRow, rowsWhere, updateRows } from '../rows.ts'
import { send } from '../send.ts'
import { setNow, testSettings } from '../test-server.ts'
import { startTwoInstances } from '../two-instances.ts'
import { type Place, type Preference, WaitingModel } from './waiting-model.ts'
import { addWaiting } from './waiting-rows.ts'

/*
 * Whatever people do, in whatever order and in whichever of two processes: each in turn is offered what a
 * naive model says, nobody else gets it, and no time is held for nobody.
 */

/** Fewer places than people, so that they wait for each other. */
const QUARTERS = 2
const PEOPLE = 5
const { one, other, stop } = await startTwoInstances([6, 6])
const { db } = one.database
// People can be told; nothing is sent here.
const mail = createMailTransport(
  testSettings({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'post@harbour.example' }),
)
for (const { services } of [one, other]) services.mail = mail
afterAll(stop)

const who = fc.nat({ max: PEOPLE - 1 })
const place = fc.record({ quarter: fc.nat({ max: QUARTERS - 1 }), site: fc.nat({ max: 1 }) })
const preference = fc.record({
  site: fc.constantFrom(null, null, 0, 1),
  from: fc.constantFrom(0, 0, 1),
  // An hour at least.
  to: fc.constant(QUARTERS + 4),
})
const does = <const Name extends string>(name: Name) => fc.constant(name)
const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: does('book'), who, place }) },
  { weight: 3, arbitrary: fc.record({ does: does('cancel'), who }) },
  { weight: 4, arbitrary: fc.record({ does: does('join'), who, preference }) },
  { weight: 1, arbitrary: fc.record({ does: does('leave'), who }) },
  { weight: 3, arbitrary: fc.record({ does: does('accept'), who }) },
  { weight: 2, arbitrary: fc.record({ does: does('decline'), who }) },
  { weight: 1, arbitrary: fc.record({ does: does('expire'), who }) },
  { weight: 5, arbitrary: fc.record({ does: does('run') }) },
)
type Command = typeof command extends fc.Arbitrary<infer Each> ? Each : never

async function openDay(quarters = QUARTERS) {
  await db.deleteFrom('waiting_list_entry').execute()
  await db.deleteFrom('freed_time').execute()
  await db.deleteFrom('message').execute()
  const today = new Date().toISOString().slice(0, 10)
  for (const server of [one, other]) setNow(server, `${today}T12:00:00Z`)
  const type = await addType(db, { duration: 15 })
  const nine = Date.parse(
    `${new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)}T09:00:00Z`,
  )
  const at = (quarter: number) => new Date(nine + quarter * 15 * 60_000)
  const sites: number[] = []
  for (const display_order of [1, 2]) {
    const { site } = await addSite(db, { display_order })
    sites.push(site.id)
    await addOpening(db, { room: await addRoom(db, site.id), types: [type] }, [at(0), at(quarters)])
  }
  const people: Guest[] = []
  for (let number = 0; number < PEOPLE; number += 1) {
    const guest = await addGuest(db)
    await updateRows(db, 'person', guest.id, { email: `p${number}@example.test`, mobile: '' })
    people.push(guest)
  }
  return { type, sites, people, at, day: at(0).toISOString().slice(0, 10) }
}

type Day = Awaited<ReturnType<typeof openDay>>

const clock = (at: Date) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/London',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)

/** Does in the product what the model has done, in one of the two processes. */
async function perform(day: Day, each: Command, isOther: boolean) {
  const server = isOther ? other : one
  const { type, sites, people, at } = day
  if (each.does === 'run') return await offerFreeTimes(server.services)
  const guest = people[each.who] as Guest
  const headers = { 'Guest-User-Access-Token': guest.token }
  const body = async () => {
    const { body } = await send(server, 'GET', '/api/public/waiting-list/', { headers })
    return (body['results'] as { id: number; offer: { id: number } | null }[])[0]
  }
  switch (each.does) {
    case 'book':
      return await send(server, 'POST', '/api/public/appointments/', {
        headers,
        body: {
          appointment_type_id: type.id,
          start: at(each.place.quarter).toISOString(),
          site_id: sites[each.place.site],
        },
      })
    case 'cancel': {
      const [booked] = await rowsWhere(db, 'appointment', {
        patient_id: guest.id,
        status: 'booked',
      })
      if (!booked) return undefined
      const path = `/api/public/appointments/${booked.id}/`
      return await send(server, 'DELETE', path, { headers, body: {} })
    }
    case 'join': {
      const { site, from, to } = each.preference
      const [booked] = await rowsWhere(db, 'appointment', {
        patient_id: guest.id,
        status: 'booked',
      })
      return await send(server, 'POST', '/api/public/waiting-list/', {
        headers,
        body: {
          ...(booked ? { appointment_id: booked.id } : { appointment_type_id: type.id }),
          site_ids: site === null ? [] : [sites[site]],
          from_time: clock(at(from)),
          to_time: clock(at(to)),
          until: day.day,
        },
      })
    }
    case 'leave': {
      const entry = await body()
      if (!entry) return undefined
      return await send(server, 'DELETE', `/api/public/waiting-list/${entry.id}/`, { headers })
    }
    case 'accept':
    case 'decline': {
      const entry = await body()
      if (!entry?.offer) return undefined
      const path = `/api/public/waiting-list/${entry.id}/offers/${entry.offer.id}/${each.does}/`
      return await send(server, 'POST', path, { headers })
    }
    case 'expire': {
      const entry = await body()
      if (!entry?.offer) return undefined
      const [offer] = await rowsWhere(db, 'waiting_list_offer', entry.offer.id)
      const past = new Date(Date.now() - 1_000)
      await updateRows(db, 'waiting_list_offer', entry.offer.id, { expires: past })
      return await updateRows(db, 'appointment', Number(offer?.hold_id), { hold_expires_at: past })
    }
  }
}

/** What an answer may not be: a fault of the server. */
const isFault = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'status' in answer &&
  Number(answer.status) >= 500

async function expectNothingBroken() {
  const offers = await rowsWhere(db, 'waiting_list_offer', { state: 'open' })
  const holds = await rowsWhere(db, 'appointment', { status: 'held' })
  // A time is held for whom it is offered to, and each of them is told.
  expect(holds.map(({ id }) => id).toSorted()).toEqual(
    offers.map(({ hold_id }) => Number(hold_id)).toSorted(),
  )
  const messages = await rowsWhere(db, 'message', { event: 'offer' })
  for (const { id } of offers) {
    expect(messages.filter(({ offer_id }) => offer_id === id)).toHaveLength(1)
  }
}

const named = (day: Day, { starts_at, site_id }: { starts_at: Date; site_id: number }): Place => ({
  quarter: (starts_at.getTime() - day.at(0).getTime()) / (15 * 60_000),
  site: day.sites.indexOf(site_id),
})

test('offers are what a naive model says, whatever happens', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(command, fc.boolean()), { minLength: 8, maxLength: 40 }),
      async (commands) => {
        const day = await openDay()
        const model = new WaitingModel(QUARTERS)
        for (const [drawn, isOther] of commands) {
          const each = byAble(model, drawn)
          // Until the list has looked, what is free is kept for those who wait.
          if (each.does === 'book' || each.does === 'join') {
            model.run()
            while (await offerFreeTimes(one.services)) {}
          }
          if (!isPossible(model, each)) continue
          apply(model, each)
          const answer = await perform(day, each, isOther)
          expect(isFault(answer), JSON.stringify(answer)).toBe(false)
        }
        model.run()
        while (await offerFreeTimes(one.services)) {}
        const entries = await rowsWhere(db, 'waiting_list_entry', { state: 'waiting' })
        const personIndex = new Map(
          entries.map(({ id, patient_id }) => [
            id,
            day.people.findIndex((guest) => guest.id === patient_id),
          ]),
        )
        const offers = await rowsWhere(db, 'waiting_list_offer', { state: 'open' })
        expect(
          offers
            .map((offer) => ({ who: personIndex.get(offer.entry_id) ?? -1, ...named(day, offer) }))
            .toSorted((a, b) => a.who - b.who),
        ).toEqual(model.offers())
        for (const [number, guest] of day.people.entries()) {
          const [booked] = await rowsWhere(db, 'appointment', {
            patient_id: guest.id,
            status: 'booked',
          })
          expect(booked ? named(day, booked) : null).toEqual(model.booked(number))
        }
        await expectNothingBroken()
        await db.deleteFrom('appointment').where('status', '=', 'held').execute()
      },
    ),
    { numRuns: isFull ? 24 : 3 },
  )
})

/** By somebody who can do it, where there is one: a walk in which nobody can shows little. */
function byAble(model: WaitingModel, each: Command): Command {
  if (each.does === 'run' || each.does === 'book' || each.does === 'join') return each
  const all = Array.from({ length: PEOPLE }, (_, who) => who)
  const offered = model.offers().map(({ who }) => who)
  const able =
    { cancel: all.filter(model.booked), leave: model.waiting() }[each.does as string] ?? offered
  return { ...each, who: able[each.who % able.length] ?? each.who }
}

/** People book what is free, once, and not over what they have. */
function isPossible(model: WaitingModel, each: Command): boolean {
  if (each.does === 'join') return !model.isAnyFreeFor(each.who, each.preference as Preference)
  if (each.does !== 'book') return true
  if (model.booked(each.who)) return false
  // People who have a time offered take that one.
  if (model.offers().some((offer) => offer.who === each.who)) return false
  return model.isFree(each.place)
}

function apply(model: WaitingModel, each: Command) {
  switch (each.does) {
    case 'book':
      return model.book(each.who, each.place)
    case 'cancel':
      return model.cancel(each.who)
    case 'join':
      return model.join(each.who, each.preference as Preference)
    case 'leave':
      return model.leave(each.who)
    case 'accept':
      return model.accept(each.who)
    case 'decline':
    case 'expire':
      return model.pass(each.who)
    case 'run':
      return model.run()
  }
}

test('two processes and many people at once leave nothing held for nobody, and nothing booked twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(command, fc.boolean()), { minLength: 20, maxLength: 40 }),
      async (commands) => {
        const day = await openDay()
        for (let at = 0; at < commands.length; at += 6) {
          const answers = await Promise.all(
            commands.slice(at, at + 6).map(([each, isOther]) => perform(day, each, isOther)),
          )
          for (const answer of answers) {
            expect(isFault(answer), JSON.stringify(answer)).toBe(false)
          }
        }
        while (await offerFreeTimes(other.services)) {}
        await expectNothingBroken()
        const accepted = await rowsWhere(db, 'waiting_list_offer', { state: 'accepted' })
        const ended = await rowsWhere(db, 'waiting_list_entry', { state: 'booked' })
        expect(accepted.map(({ entry_id }) => entry_id).toSorted()).toEqual(
          ended.map(({ id }) => id).toSorted(),
        )
        await db.deleteFrom('appointment').where('status', '=', 'held').execute()
      },
    ),
    { numRuns: runs(2) },
  )
})

test.runIf(isFull)(
  'processes that are killed while they offer lose no offer and make none twice',
  async () => {
    const count = 40
    const quarters = 6
    const day = await openDay(quarters)
    const people: Guest[] = []
    for (let number = 0; number < count; number += 1) {
      const guest = await addGuest(db)
      await updateRows(db, 'person', guest.id, { email: `k${number}@example.test`, mobile: '' })
      await addWaiting(db, {
        patient_id: guest.id,
        appointment_type_id: day.type.id,
        joined: new Date(Date.now() - (count - number) * 60_000),
      })
      people.push(guest)
    }
    await insertRow(db, 'freed_time', { starts_at: day.at(0), ends_at: day.at(quarters) })
    const today = new Date().toISOString().slice(0, 10)
    let killed = 0
    for (let isDone = false; !isDone; ) {
      const running = [0, 1].map(() =>
        fork(
          'tests/server/waiting-list/offering.process.ts',
          [one.database.url, `${today}T12:00:00Z`],
          { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
        ),
      )
      const ended = await Promise.all(
        running.map(async (child, index) => {
          await once(child, 'message')
          // The transaction takes about this long.
          if (killed < 6) setTimeout(() => child.kill('SIGKILL'), 5 + 25 * killed + 10 * index)
          const [, signal] = await once(child, 'exit')
          return signal === null
        }),
      )
      killed += ended.filter((isWhole) => !isWhole).length
      await expectNothingBroken()
      isDone = ended.every(Boolean)
    }
    expect(killed).toBeGreaterThan(0)
    const offers = await rowsWhere(db, 'waiting_list_offer', { state: 'open' })
    expect(offers).toHaveLength(2 * quarters)
    const entries = await rowsWhere(db, 'waiting_list_entry', {})
    const offered = offers.map(
      ({ entry_id }) => entries.find(({ id }) => id === entry_id)?.patient_id,
    )
    expect(new Set(offered)).toEqual(new Set(people.slice(0, 2 * quarters).map(({ id }) => id)))
    await db.deleteFrom('appointment').where('status', '=', 'held').execute()
  },
)
