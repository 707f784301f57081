import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { announce, Failure, pinnedNode, root, run } from './process.mjs'

const oldestNode = 20

/**
 * Installs the packages of the lock file unless they are there.
 *
 * @returns {Promise<boolean>} whether anything was installed
 */
export async function install() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode) {
    throw new Failure(
      `This is Node ${process.versions.node}: install Node ${oldestNode} or newer and run the command again.`,
    )
  }
  if (existsSync(pinnedNode) && !installNeeded(root)) return false
  announce('Installing packages (npm ci)')
  const options = ['--loglevel=error', '--prefer-offline', '--no-audit', '--no-fund']
  const exitCode = await run('npm', ['ci', ...options], {
    PATH: pathOutside(root),
    // An npm that runs install scripts unasked would download a program that nothing here uses.
    SENTRYCLI_SKIP_DOWNLOAD: '1',
  })
  if (exitCode !== 0) {
    throw new Failure(
      'The packages could not be installed: npm says why above; once that is put right (often the network), run the command again.',
      exitCode,
    )
  }
  if (!existsSync(pinnedNode)) {
    throw new Failure(
      'The Node that Carelane runs on was not installed, because npm is set to skip install scripts: run "npm ci --ignore-scripts=false" and then the command again.',
    )
  }
  return true
}

/**
 * Compares the lock file with npm's own record of what it installed, so that an install by hand
 * counts and one that was interrupted, or left packages out, does not.
 *
 * @param {string} directory
 */
export function installNeeded(directory) {
  const wanted = packagesIn(join(directory, 'package-lock.json'))
  const installed = packagesIn(join(directory, 'node_modules', '.package-lock.json'))
  return Object.entries(wanted).some(
    ([path, { version, optional }]) =>
      path !== '' && !optional && installed[path]?.version !== version,
  )
}

/**
 * @param {string} lockFile
 * @returns {Record<string, {version?: string, optional?: boolean}>}
 */
function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, 'utf8')).packages : {}
}

/**
 * The search path without this checkout's programs: npm must not run on a Node that it is about to
 * replace.
 *
 * @param {string} directory
 */
function pathOutside(directory) {
  const own = join(directory, 'node_modules')
  const { PATH = '' } = process.env
  return PATH.split(delimiter)
    .filter((entry) => !entry.startsWith(own))
    .join(delimiter)
}
