import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8')
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
