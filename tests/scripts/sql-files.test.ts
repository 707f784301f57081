import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { readSqlFiles } from '#server/database/migrate.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const list = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => pattern.test(path))
    .map((path) => `${folder}/${path}`)

const SEARCH_PATH = 'set search_path = public, pg_temp'

const modules = list('src', /\.tsx?$/).filter((path) => path !== 'src/server/database/types.ts')
const files = await readSqlFiles()
const heads = files.map(({ path, text }) => ({
  path,
  head: (/^(?:-- .*\n)+/.exec(text)?.[0] ?? '').replaceAll(/^-- /gm, '').replaceAll('\n', ' '),
}))

test('each SQL file makes the one function or view that it is named like', () => {
  const made = files.map(({ name, text }) => [
    name,
    [...text.matchAll(/^create or replace (?:function|view) (\w+)/gm)].map(([, other]) => other),
  ])
  expect(made).toEqual(files.map(({ name }) => [name, [name]]))
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
})

test('each SQL file is named by a module, or called by another file or a migration', () => {
  const words = new Set(
    modules.flatMap((path) => read(path).match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []),
  )
  const migrations = list('src/server/database/migrations', /^[^/]+\.sql$/).map(read)
  const isCalled = (name: string, own: string) =>
    [...migrations, ...files.map(({ text }) => text)].some(
      (text) => text !== own && text.replaceAll(/--.*/g, '').includes(`${name}(`),
    )
  const unnamed = files.filter(({ name, text }) => !words.has(name) && !isCalled(name, text))
  expect(unnamed.map(({ path }) => path)).toEqual([])
})

test('the head of each SQL file is one to three sentences and names modules that there are', () => {
  const names = new Set(modules.map((path) => basename(path)))
  const wrong = heads.filter(({ head }) => {
    const sentences = head.split(/\.(?: |$)/).filter(Boolean).length
    const mentioned = [...head.matchAll(/`([\w/.-]+\.tsx?)`/g)].map(([, path]) => path ?? '')
    const isKnown = (path: string) =>
      names.has(basename(path)) && modules.some((known) => known.endsWith(`/${path}`))
    return sentences < 1 || sentences > 3 || !mentioned.every(isKnown)
  })
  expect(wrong).toEqual([])
})

test('each function that names tables in its body sets where to look for them', () => {
  const open = files.filter(({ text }) => {
    const [, body = ''] = text.split('$$')
    return /\b(?:from|join|into|update) [a-z_]+/.test(body) && !text.includes(SEARCH_PATH)
  })
  expect(open.map(({ path }) => path)).toEqual([])
})
