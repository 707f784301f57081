import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

// npm leaves packages for other systems out of the lock file when it cannot see them from here, and
// `npm ci` then refuses the file everywhere. Run this after changing a dependency.

const systems = 'aix android darwin freebsd linux netbsd openbsd openharmony sunos win32'.split(' ')
const processors = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ')

/** @typedef {{ version?: string, optionalDependencies?: Record<string, string>, dev?: boolean }} Locked */

const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
/** @type {Record<string, Locked>} */
const packages = lock.packages

for (const [path, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (isLocked(path, name)) continue
    packages[`node_modules/${name}`] = { version, ...(dev && { dev }), ...platformOf(name) }
    console.log(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
)
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)

/** Whether the package at `path` finds `name` in its own folder or one further up.
 * @param {string} path @param {string} name */
function isLocked(path, name) {
  for (
    let folder = path;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))
  ) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

/** What the name says of the systems it is for.
 * @param {string} name */
function platformOf(name) {
  const words = name
    .replace(/armv7|arm-(gnu|musl)eabihf/, 'arm-$1')
    .replace('windows', 'win32')
    .split(/[/_-]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  const libc = words.includes('musl')
    ? ['musl']
    : words.includes('gnu') && os[0] === 'linux'
      ? ['glibc']
      : []
  return {
    ...(cpu.length > 0 && { cpu }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  }
}
