import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** The Node that everything after the install runs on, whatever the machine has. */
export const pinnedNode = resolve(
  root,
  process.platform === 'win32' ? 'node_modules/node/bin/node.exe' : 'node_modules/node/bin/node',
)

/** Why a script stops: a sentence that says what to do, and the exit code of what failed. */
export class Failure extends Error {
  /** @param {string} sentence @param {number} [exitCode] */
  constructor(sentence, exitCode = 1) {
    super(sentence)
    this.exitCode = exitCode
  }
}

/** @param {string} doing what takes a while now */
export function announce(doing) {
  console.log(`\n▸ ${doing}`)
}

/**
 * Runs a script's work and turns a failure into its sentence and exit code.
 *
 * @param {() => Promise<number | void>} work resolves with the exit code, if not 0
 */
export async function runScript(work) {
  endWithNpm()
  try {
    const exitCode = await work()
    if (exitCode) process.exitCode = exitCode
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = error.exitCode
  }
}

/**
 * npm runs a script through a shell that passes no signal on and simply dies of it: without this,
 * stopping npm would leave the server running.
 */
function endWithNpm() {
  const { npm_lifecycle_event: startedByNpm } = process.env
  if (!startedByNpm) return
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 200)
  watch.unref()
}

/**
 * Runs a program in the checkout, on this terminal, and passes on what this process is told to do.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env] what to add to the environment
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export function run(program, args, env = {}) {
  const child = spawn(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32' && program === 'npm',
  })
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    // A terminal's Ctrl-C has reached the child already; a second one would read as impatience.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, passOn)
  return new Promise((done) => {
    child.on('error', () => done(127))
    child.on('exit', (code, signal) => done(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  }).finally(() => {
    for (const signal of signals) process.off(signal, passOn)
  })
}

/** Compiled once, a script starts in two thirds of the time. */
const compiled = resolve(root, 'node_modules/.cache/compiled')

/**
 * @param {string[]} args a script of the checkout, and its arguments
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runOnPinnedNode(args, env) {
  const { PATH = '', NODE_COMPILE_CACHE = compiled } = process.env
  // So that what it starts in turn, as Playwright does the server, runs on the same Node.
  const path = dirname(pinnedNode) + delimiter + PATH
  return run(pinnedNode, args, { PATH: path, NODE_COMPILE_CACHE, ...env })
}

/**
 * What Node gets to run the server; the Dockerfile says the same. The little room for young objects
 * keeps 100 MB less after a busy hour, for a tenth more work.
 */
export const serverArguments = ['--max-semi-space-size=4', 'src/server/main.ts']

/** Whether this process runs on the pinned Node already. */
export function onPinnedNode() {
  return existsSync(pinnedNode) && realpathSync(pinnedNode) === process.execPath
}
