import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('documents link to files that exist', () => {
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\(([^)#\s]+)/g)]
      .map(([, target = '']) => target)
      .filter((target) => !/^https?:/.test(target))
      .filter((target) => !existsSync(join(root, dirname(path), target)))
      .map((target) => `${path}: ${target}`),
  )
  expect(missing).toEqual([])
})

test('docs/architecture.md names files and folders that exist', () => {
  const named = [
    ...read('docs/architecture.md').matchAll(/`((?:server|lib|islands|machines)\/[\w./-]+)`/g),
  ]
    .map(([, path = '']) => path)
    .filter((path) => !path.includes('NNNN'))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(join(root, 'src', path)))).toEqual([])
})

test('the index of decisions has each of them once', () => {
  const files = globSync('docs/decisions/0*.md', { cwd: root }).map((path) =>
    path.slice('docs/decisions/'.length),
  )
  const listed = [...read('docs/decisions/README.md').matchAll(/\((0\d+[^)]+\.md)\)/g)].map(
    ([, file]) => file,
  )
  expect(listed.toSorted()).toEqual(files.toSorted())
})
