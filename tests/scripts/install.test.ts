import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installNeeded } from '../../scripts/install.mjs'

type Packages = Record<string, { version?: string; optional?: boolean }>

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'carelane-install-'))
  mkdirSync(join(directory, 'node_modules'))
})

afterEach(() => rmSync(directory, { recursive: true }))

function lockFile(packages: Packages) {
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify({ packages }))
}

function npmRecorded(packages: Packages) {
  const record = join(directory, 'node_modules', '.package-lock.json')
  writeFileSync(record, JSON.stringify({ packages }))
}

const hono = { 'node_modules/hono': { version: '4.1.0' } }

test('a fresh clone needs an install', () => {
  lockFile({ '': { version: '0.1.0' }, ...hono })
  expect(installNeeded(directory)).toBe(true)
})

test('what npm installed, by hand or not, is not installed again', () => {
  lockFile({ '': { version: '0.1.0' }, ...hono })
  npmRecorded(hono)
  expect(installNeeded(directory)).toBe(false)
})

test('a lock file that changed needs an install', () => {
  npmRecorded(hono)
  lockFile({ 'node_modules/hono': { version: '4.2.0' } })
  expect(installNeeded(directory)).toBe(true)
})

test('packages left out, as those for development, need an install', () => {
  lockFile({ ...hono, 'node_modules/vitest': { version: '5.0.0' } })
  npmRecorded(hono)
  expect(installNeeded(directory)).toBe(true)
})

test('packages for other systems are not missed', () => {
  lockFile({ ...hono, 'node_modules/for-another': { version: '1.0.0', optional: true } })
  npmRecorded(hono)
  expect(installNeeded(directory)).toBe(false)
})

// npm leaves out what its registry does not have, and then refuses its own lock file everywhere.
test('the lock file names the packages of every system, so that npm ci takes it', () => {
  const file = resolve(import.meta.dirname, '../../package-lock.json')
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const named = Object.keys(packages).map((path) => path.split('node_modules/').at(-1))
  const missing = Object.values(packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !named.includes(name))

  expect(missing).toEqual([])
})
