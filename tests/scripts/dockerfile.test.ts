import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverArguments } from '../../scripts/process.mjs'

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const lines = read('Dockerfile').split('\n')

test('the image is built upon one base, pinned by digest, with the Node of the lock file', () => {
  const { node } = JSON.parse(read('package.json')).dependencies
  const [base, ...others] = lines.filter((line) => line.startsWith('ARG NODE_IMAGE='))
  expect(others).toEqual([])
  const [image, digest] = (base ?? '').replace('ARG NODE_IMAGE=', '').split('@')
  expect(image).toBe(`node:${node}-slim`)
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/)
  const froms = lines.filter((line) => /^(FROM|# syntax=)/.test(line))
  expect(froms.length).toBeGreaterThan(0)
  for (const line of froms) expect(line).toMatch(/^FROM \$\{NODE_IMAGE\}( AS \w+)?$/)
})

test('the image runs the server as `npm start` does, and compiles it with the same flags', () => {
  const [flag] = serverArguments
  expect(lines.at(-2)).toBe(
    `CMD ${JSON.stringify(['node', ...serverArguments]).replaceAll(',', ', ')}`,
  )
  expect(lines.filter((line) => line.startsWith(`RUN ["node", "${flag}"`))).toHaveLength(1)
})

test('the image has whatever the server imports', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carelane-image-'))
  try {
    const image = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
    const copied = image.flatMap(
      (line) => line.match(/^COPY (?!--from)(.+) \S+$/)?.[1]?.split(' ') ?? [],
    )
    for (const path of copied) cpSync(join(root, path), join(folder, path), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    // Nothing listens on port 1: to say so, the server has to have come that far.
    const { stderr } = spawnSync(process.execPath, serverArguments, {
      cwd: folder,
      encoding: 'utf8',
      env: { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none', DATA_DIR: folder },
    })
    expect(stderr).toContain('database')
    expect(stderr).not.toContain('ERR_')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
