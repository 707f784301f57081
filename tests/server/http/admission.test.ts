import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Cost, costs } from '#lib/contract/operation.ts'
import { type AdmissionPlace, type CostLimits, createAdmission } from '#server/http/admission.ts'
import { Refusal } from '#server/refusals/refusal.ts'

const limited = (limits: CostLimits, isBounded = true) =>
  createAdmission(
    () => isBounded,
    Object.fromEntries(costs.map((cost) => [cost, limits])) as Record<Cost, CostLimits>,
  )

const there = () => new AbortController().signal
const settled = async (turn: Promise<void>) =>
  await Promise.race([
    turn.then(() => true),
    new Promise((resolve) => setImmediate(resolve, false)),
  ])
const catchRefusal = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return [error.status, error.retryAfter]
  }
  return null
}

test('as many work as may; the next waits until one leaves', async () => {
  const admission = limited({ atOnce: 2, waiting: 2, perCaller: 4 })
  const [one, other, third] = ['a', 'b', 'c'].map((caller) => admission.enter('file', caller))
  await one?.turn(there())
  await other?.turn(there())
  const waits = third?.turn(there()) ?? Promise.reject(new Error('there is none'))
  expect(await settled(waits)).toBe(false)
  one?.leave()
  one?.leave()
  expect(await settled(waits)).toBe(true)
})

test('a caller with too many is told 429; a full process tells everybody 503; both say when to try again', () => {
  const admission = limited({ atOnce: 2, waiting: 2, perCaller: 3 })
  for (let place = 0; place < 3; place += 1) admission.enter('image', 'a')
  expect(catchRefusal(() => admission.enter('image', 'a'))).toEqual([429, 5])
  const last = admission.enter('image', 'b')
  expect(catchRefusal(() => admission.enter('image', 'c'))).toEqual([503, 5])
  // Each class has its own places.
  admission.enter('report', 'a').leave()
  last.leave()
  admission.enter('image', 'c')
})

test('a caller has half of the work at most, and whoever has least of it goes first', async () => {
  const admission = limited({ atOnce: 4, waiting: 10, perCaller: 9 })
  const flood = Array.from({ length: 6 }, () => admission.enter('report', 'a'))
  const turns = flood.map((place) => place.turn(there()))
  expect(await Promise.all(turns.map(settled))).toEqual([true, true, false, false, false, false])
  const second = admission.enter('report', 'b')
  expect(await settled(second.turn(there()))).toBe(true)
  await admission.enter('report', 'c').turn(there())
  const third = admission.enter('report', 'b').turn(there())
  expect(await settled(third)).toBe(false)
  // `a` has been waiting for longer, and has more already.
  second.leave()
  expect(await settled(third)).toBe(true)
  expect(await settled(turns[2] as Promise<void>)).toBe(false)
})

describe('a caller who waits', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('and goes away gives the place up', async () => {
    const admission = limited({ atOnce: 1, waiting: 1, perCaller: 2 })
    const working = admission.enter('secret', 'a')
    await working.turn(there())
    const left = new AbortController()
    const waiting = admission.enter('secret', 'b')
    const turn = waiting.turn(left.signal)
    left.abort()
    await expect(turn).rejects.toMatchObject({ code: 'invalid' })
    waiting.leave()
    const gone = admission.enter('secret', 'c')
    await expect(gone.turn(left.signal)).rejects.toMatchObject({ code: 'invalid' })
    gone.leave()
    const next = admission.enter('secret', 'd').turn(there())
    working.leave()
    expect(await settled(next)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('for too long is told to come again', async () => {
    const admission = limited({ atOnce: 1, waiting: 1, perCaller: 2 })
    await admission.enter('secret', 'a').turn(there())
    const turn = admission.enter('secret', 'b').turn(there())
    vi.advanceTimersByTime(15_000)
    await expect(turn).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
  })
})

test('unbounded, nobody is refused, and no more work at once', async () => {
  const admission = limited({ atOnce: 2, waiting: 1, perCaller: 1 }, false)
  const places = Array.from({ length: 50 }, () => admission.enter('secret', 'a'))
  const turns = places.map((place) => place.turn(there()))
  expect((await Promise.all(turns.map(settled))).filter(Boolean)).toHaveLength(2)
  for (const place of places) place.leave()
})

test('whatever happens in whatever order, no more work than may, and no place is lost', async () => {
  const limits = { atOnce: 3, waiting: 4, perCaller: 3 }
  const step = fc.record({
    act: fc.constantFrom('enter', 'leave', 'goAway'),
    caller: fc.constantFrom('a', 'b', 'c', 'd'),
    which: fc.nat(10),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const admission = limited(limits)
      const inside: {
        place: AdmissionPlace
        abort: AbortController
        works: boolean
        caller: string
      }[] = []
      const forget = (one: (typeof inside)[number]) => {
        one.place.leave()
        inside.splice(inside.indexOf(one), 1)
      }
      for (const { act, caller, which } of steps) {
        const chosen = inside[which % Math.max(1, inside.length)]
        if (act === 'enter') {
          const full = inside.length >= limits.atOnce + limits.waiting
          const many = inside.filter((one) => one.caller === caller).length >= limits.perCaller
          const refused = catchRefusal(() => {
            const place = admission.enter('search', caller)
            const one = { place, abort: new AbortController(), works: false, caller }
            inside.push(one)
            place.turn(one.abort.signal).then(
              () => {
                one.works = true
              },
              () => forget(one),
            )
          })
          expect(refused !== null).toBe(full || many)
        } else if (chosen && act === 'goAway') chosen.abort.abort()
        else if (chosen?.works) forget(chosen)
        await new Promise((resolve) => setImmediate(resolve))
        const working = inside.filter(({ works }) => works)
        expect(working.length).toBeLessThanOrEqual(limits.atOnce)
        const ofOne = (of: string) => working.filter((one) => one.caller === of).length
        for (const one of inside) expect(ofOne(one.caller)).toBeLessThanOrEqual(1)
        // Nobody waits while there is room for them.
        const couldWork = inside.some(({ works, caller: of }) => !works && ofOne(of) < 1)
        expect(couldWork && working.length < limits.atOnce).toBe(false)
      }
      for (const one of [...inside]) one.abort.abort()
      for (const one of [...inside]) forget(one)
      for (const caller of ['e', 'f', 'g']) await admission.enter('search', caller).turn(there())
    }),
    { numRuns: 60 },
  )
})
