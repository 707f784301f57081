import { Agent, request } from 'node:http'

/** One line of the report: what was measured, against which budget, and whether it was met. */
export type Finding = { what: string; measured: string; budget: string; met: boolean }

export const atMost = (what: string, value: number, budget: number, unit: string): Finding => ({
  what,
  measured: `${hundredths(value)} ${unit}`.trim(),
  budget: `≤ ${budget} ${unit}`.trim(),
  met: value <= budget,
})

export const atLeast = (what: string, value: number, budget: number, unit: string): Finding => ({
  what,
  measured: `${hundredths(value)} ${unit}`.trim(),
  budget: `≥ ${budget} ${unit}`.trim(),
  met: value >= budget,
})

/** Two places behind the point, or none above a hundred. */
export const hundredths = (value: number) =>
  value >= 100 ? Math.round(value) : Math.round(value * 100) / 100

/** The value below which `share` (0 to 1) of the measurements lie. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Milliseconds of two pieces of work, taken in turns once both are compiled and planned. */
export async function inTurns(
  ours: (round: number) => Promise<unknown>,
  bare: (round: number) => Promise<unknown>,
  { warmUp, rounds }: { warmUp: number; rounds: number },
): Promise<{ ours: number[]; bare: number[] }> {
  const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
  for (let round = 0; round < rounds + warmUp; round += 1) {
    const our = await timed(() => ours(round))
    const their = await timed(() => bare(round))
    if (round < warmUp) continue
    times.ours.push(our)
    times.bare.push(their)
  }
  return times
}

/** Does `total` pieces of work with `width` under way at a time. @returns how many a second. */
export async function measureRate(
  total: number,
  width: number,
  work: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const worker = async () => {
    while (next < total) {
      const index = next
      next += 1
      await work(index)
    }
  }
  const ms = await timed(() => Promise.all(Array.from({ length: width }, worker)))
  return (total / ms) * 1000
}

/** Does pieces of work for so long, `width` under way at a time. @returns how many a second. */
export async function rateFor(
  ms: number,
  width: number,
  work: () => Promise<unknown>,
): Promise<number> {
  const until = performance.now() + ms
  let done = 0
  const worker = async () => {
    while (performance.now() < until) {
      await work()
      done += 1
    }
  }
  const taken = await timed(() => Promise.all(Array.from({ length: width }, worker)))
  return (done / taken) * 1000
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_024 })

/** A request with as little cost at this end as Node allows. @returns the status and the body. */
export function send(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { agent, method: options.method ?? 'GET', headers: options.headers ?? {} },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            body: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(options.body)
  })
}
