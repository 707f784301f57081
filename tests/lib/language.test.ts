import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { isFull } from '../amount.ts'

/* Names in code follow docs/language.md. */

const root = join(import.meta.dirname, '../..')
/** What people use takes half of the time that all takes. */
const folders = isFull ? ['src', 'tests', 'e2e', 'bench'] : ['src']
const GENERATED = 'src/server/database/types.ts'

/** Each is parsed once. */
const parsed = new Map<string, ReturnType<typeof parse>>()
const modules = (folder: string) => {
  const known = parsed.get(folder) ?? parse(folder)
  parsed.set(folder, known)
  return known
}

const parse = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`)
    .filter((path) => path !== GENERATED)
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, source: ts.createSourceFile(path, text, ts.ScriptTarget.Latest) }
    })

function findIdentifiers(source: ts.SourceFile): Set<string> {
  const found = new Set<string>()
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node)) found.add(node.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function findExports(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    const isExported =
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    if (!isExported) return []
    if (!ts.isVariableStatement(statement)) return [formatName(statement)].filter(Boolean)
    return statement.declarationList.declarations.map(formatName)
  })
}

const formatName = (node: ts.Node) => {
  const { name } = node as { name?: ts.Identifier }
  return name?.text ?? ''
}

/** The words of the glossary's last column. */
const wrongWords = readFileSync(join(root, 'docs/language.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .flatMap((line) => line.split('|').at(-2)?.split(',') ?? [])
  .map((word) => word.trim())
  .filter((word) => word !== '')

/** "leaveStranded" has the words "leave" and "stranded", and "wantedRule" the words "wanted rule". */
const spaced = (name: string) => ` ${name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()} `

describe('names', () => {
  test('the glossary has wrong words to look for', () => {
    expect(wrongWords).toEqual(expect.arrayContaining(['stranded', 'deed', 'wanted rule']))
  })

  test('have none of the wrong words', () => {
    const all = folders.flatMap(modules)
    const isWrong = new Map<string, boolean>()
    const check = (name: string) => {
      const text = spaced(name)
      return wrongWords.some((word) => text.includes(spaced(word)))
    }
    const wrong = all.flatMap(({ path, source }) =>
      [...findIdentifiers(source)]
        .filter((name) => {
          const known = isWrong.get(name) ?? check(name)
          isWrong.set(name, known)
          return known
        })
        .map((name) => `${path}: ${name}`),
    )
    expect(wrong).toEqual([])
  })

  test('that modules export do not end in "Of"', () => {
    const ending = folders.flatMap(modules).flatMap(({ path, source }) =>
      findExports(source)
        .filter((name) => name.endsWith('Of'))
        .map((name) => `${path}: ${name}`),
    )
    expect(ending).toEqual([])
  })

  test('that modules export are unique', () => {
    const paths = new Map<string, Set<string>>()
    for (const { path, source } of modules('src')) {
      for (const name of findExports(source)) {
        paths.set(name, (paths.get(name) ?? new Set()).add(path))
      }
    }
    const twice = [...paths].filter(([, where]) => where.size > 1)
    expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
  })
})

/** Its text begins with the time: "10:10am on Tuesday". */
test('no sentence has "on" before a formatted date with its time', () => {
  const BEFORE = /\bon(?:\s|\{' '\}|<strong>|\$?\{)+formatDateTime\(/
  const wrong = modules('src').filter(({ source }) => BEFORE.test(source.text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})
