import { announce, Failure } from './process.mjs'

/**
 * Runs one stage, shows how long it took, and stops everything when it failed.
 *
 * @param {string} name
 * @param {() => Promise<number | void>} work resolves with the exit code, if not 0
 */
export async function stage(name, work) {
  announce(name)
  const began = performance.now()
  const exitCode = (await work()) || 0
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (exitCode !== 0) throw new Failure(`✗ ${name} failed after ${seconds} s`, exitCode)
  console.log(`✓ ${name}: ${seconds} s`)
}

/**
 * Does several works at once, and lets each come to its end.
 *
 * @param {(() => Promise<void>)[]} works
 * @throws what the first of them that failed threw
 */
export async function allOf(works) {
  for (const done of await Promise.allSettled(works.map((work) => work()))) {
    if (done.status === 'rejected') throw done.reason
  }
}
