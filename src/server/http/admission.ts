import { type Cost, costs } from '#lib/contract/operation.ts'
import { Refusal } from '../refusals/refusal.ts'

export type CostLimits = { atOnce: number; waiting: number; perCaller: number }

/**
 * A PIN and an image each take one of the four threads that also read files. A file is cheap while
 * it is sent slowly; an upload arrives as slowly, and its images wait for one another. The dashboard
 * makes four reports at once.
 */
const LIMITS: Readonly<Record<Cost, CostLimits>> = {
  secret: { atOnce: 1, waiting: 15, perCaller: 3 },
  image: { atOnce: 1, waiting: 7, perCaller: 2 },
  upload: { atOnce: 16, waiting: 16, perCaller: 4 },
  file: { atOnce: 4, waiting: 8, perCaller: 2 },
  import: { atOnce: 2, waiting: 6, perCaller: 2 },
  report: { atOnce: 4, waiting: 28, perCaller: 12 },
  search: { atOnce: 2, waiting: 10, perCaller: 4 },
}

/** Less than the client's patience (`TIMEOUT_SECONDS`), so that callers learn why. */
const LONGEST_WAIT_MS = 15_000
const RETRY_SECONDS = 5

export type AdmissionPlace = {
  /** @throws Refusal `busy` after too long a wait; `invalid` when the caller has gone. */
  turn: (signal: AbortSignal) => Promise<void>
  leave: () => void
}

export type Admission = {
  enter: (cost: Cost, caller: string) => AdmissionPlace
}

/**
 * A caller uses at most half of a class, and of those who wait, the caller with the least work goes
 * first.
 * @param isBounded `false` refuses nobody, and still limits what works at once.
 */
export function createAdmission(
  isBounded: () => boolean,
  limits: Readonly<Record<Cost, CostLimits>> = LIMITS,
): Admission {
  const lanes = new Map(costs.map((cost) => [cost, createLane(limits[cost], isBounded)]))
  return {
    enter: (cost, caller) => {
      const enter = lanes.get(cost)
      if (!enter) throw new Error(`There is no limit for ${cost}`)
      return enter(caller)
    },
  }
}

type Waiter = { caller: string; start: () => void }

function createLane({ atOnce, waiting, perCaller }: CostLimits, isBounded: () => boolean) {
  const entered = createCounter()
  const working = createCounter()
  const queue: Waiter[] = []
  const mostOfOne = Math.max(1, Math.floor(atOnce / 2))

  const mayWork = (caller: string) =>
    working.total() < atOnce && (!isBounded() || working.of(caller) < mostOfOne)

  function startNext(): void {
    const ready = queue.filter(({ caller }) => mayWork(caller))
    const [first] = ready.toSorted((a, b) => working.of(a.caller) - working.of(b.caller))
    if (first) first.start()
  }

  async function wait(caller: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) throw hasGone()
    await new Promise<void>((resolve, reject) => {
      const end = (act: () => void) => {
        clearTimeout(timer)
        signal.removeEventListener('abort', gone)
        queue.splice(queue.indexOf(waiter), 1)
        act()
      }
      const gone = () => end(() => reject(hasGone()))
      const late = () => end(() => reject(isFull()))
      const waiter: Waiter = {
        caller,
        start: () =>
          end(() => {
            working.add(caller)
            resolve()
          }),
      }
      const timer = isBounded() ? setTimeout(late, LONGEST_WAIT_MS) : undefined
      signal.addEventListener('abort', gone)
      queue.push(waiter)
    })
  }

  return (caller: string): AdmissionPlace => {
    if (isBounded()) {
      if (entered.of(caller) >= perCaller) throw isTooMany()
      if (entered.total() >= atOnce + waiting) throw isFull()
    }
    entered.add(caller)
    let hasLeft = false
    let isWorking = false
    return {
      turn: async (signal) => {
        if (mayWork(caller)) working.add(caller)
        else await wait(caller, signal)
        isWorking = true
      },
      leave: () => {
        if (hasLeft) return
        hasLeft = true
        entered.remove(caller)
        if (!isWorking) return
        working.remove(caller)
        startNext()
      },
    }
  }
}

function createCounter() {
  const counts = new Map<string, number>()
  let total = 0
  const of = (name: string) => counts.get(name) ?? 0
  return {
    of,
    total: () => total,
    add: (name: string) => {
      total += 1
      counts.set(name, of(name) + 1)
    },
    remove: (name: string) => {
      total -= 1
      if (of(name) > 1) counts.set(name, of(name) - 1)
      else counts.delete(name)
    },
  }
}

const hasGone = () => new Refusal('invalid', 'The caller has gone.')

const isTooMany = () =>
  new Refusal(
    'too_many_requests',
    'You have too many of these requests running. Wait a few seconds and try again.',
    { retryAfter: RETRY_SECONDS },
  )

const isFull = () =>
  new Refusal('busy', 'The service is busy. Wait a few seconds and try again.', {
    retryAfter: RETRY_SECONDS,
  })
