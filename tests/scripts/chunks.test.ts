import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Graph, nameOf } from '../../scripts/chunks.mjs'

type Imports = { at: string; imports?: string[]; later?: string[]; entry?: boolean }

function toGraph(modules: Imports[]): Graph {
  const findImporters = (id: string, how: 'imports' | 'later') =>
    modules.filter((module) => module[how]?.includes(id)).map(({ at }) => at)
  return {
    getModuleInfo: (id) => ({
      isEntry: modules.some(({ at, entry }) => at === id && entry),
      importers: findImporters(id, 'imports'),
      dynamicImporters: findImporters(id, 'later'),
      importedIds: modules.find(({ at }) => at === id)?.imports ?? [],
    }),
  }
}

const zod = '/node_modules/zod/index.js'
const menu = '/src/layouts/frame/AccountMenu.astro?astro&type=script'
const booking = '/src/islands/booking/BookingApp.tsx'
const laterSteps = '/src/islands/booking/LaterSteps.tsx'
const filling = '/src/islands/forms/fill/FormFilling.tsx'
const profile = '/src/islands/people/account/ProfileApp.tsx'
const admin = '/src/islands/admin/resources/AdminArea.tsx'
const planner = '/src/islands/planner/Planner.tsx'
const parts = [
  menu,
  booking,
  filling,
  laterSteps,
  profile,
  admin,
  planner,
  '/src/pages/callback.astro?astro',
]

test('a page of a part loads what that part uses, and nothing that others do', () => {
  const graph = toGraph([
    { at: menu, entry: true, imports: ['/src/own.ts'] },
    { at: booking, entry: true, imports: ['/src/week.ts', '/src/all.ts'], later: [laterSteps] },
    { at: laterSteps, imports: ['/src/form.ts', '/src/all.ts'] },
    { at: profile, entry: true, imports: ['/src/week.ts', '/src/form.ts', '/src/all.ts'] },
    { at: admin, entry: true, imports: ['/src/table.ts', '/src/own.ts'] },
    { at: planner, entry: true, imports: ['/src/table.ts', '/src/form.ts'] },
  ])
  expect(nameOf('/src/own.ts', graph)).toBe('every-page')
  expect(nameOf('/src/week.ts', graph)).toBe('all-islands')
  expect(nameOf('/src/table.ts', graph)).toBe('administration-appointments')
  // What three parts use is loaded by all, but not by visitors before they have chosen a time.
  expect(nameOf('/src/form.ts', graph)).toBe('most-islands')
  expect(nameOf('/src/all.ts', graph)).toBe('all-islands')
})

test('who fills in a form loads nothing that only other pages use', () => {
  const graph = toGraph([
    { at: filling, entry: true, imports: ['/src/calls.ts', '/src/all.ts', '/src/owner.ts'] },
    { at: '/src/Receipt.tsx', entry: true, imports: ['/src/calls.ts', '/src/policy.ts'] },
    { at: planner, entry: true, imports: ['/src/calls.ts', '/src/policy.ts', '/src/all.ts'] },
    { at: booking, entry: true, imports: ['/src/all.ts'] },
    { at: '/src/layouts/frame/KeepSignedIn.astro', entry: true, imports: ['/src/owner.ts'] },
  ])
  expect(nameOf('/src/owner.ts', graph)).toBe('filling-sign-in')
  expect(nameOf('/src/calls.ts', graph)).toBe('filling-islands-session')
  expect(nameOf('/src/policy.ts', graph)).toBe('appointments-session')
  expect(nameOf('/src/all.ts', graph)).toBe('all-islands')
})

test('what comes later waits, and a large library is drawn in by nothing that does without', () => {
  const graph = toGraph([
    { at: profile, entry: true, imports: ['/src/plain.ts'], later: ['/src/Dialog.tsx'] },
    { at: admin, entry: true, imports: ['/src/checked.ts'], later: ['/src/Dialog.tsx'] },
    { at: planner, entry: true, imports: ['/src/checked.ts', '/src/plain.ts'] },
    { at: '/src/Dialog.tsx', imports: ['/src/plain.ts', '/src/shown.ts'] },
    { at: '/src/checked.ts', imports: ['/src/schema.ts'] },
    { at: '/src/schema.ts', imports: [zod] },
  ])
  expect(nameOf('/src/shown.ts', graph)).toBe('later-members-administration')
  expect(nameOf('/src/plain.ts', graph)).toBe('members-appointments')
  expect(nameOf('/src/checked.ts', graph)).toBe('administration-appointments-zod')
})

test('a page that stands alone loads no library that only the parts need', () => {
  const query = '/node_modules/@tanstack/query-core/index.js'
  const receipt = '/src/islands/forms/completed/CompletedForm.tsx'
  const graph = toGraph([
    { at: receipt, entry: true, imports: ['/src/calls.ts'] },
    { at: '/src/Receipt.tsx', entry: true, imports: ['/src/calls.ts', '/src/list.ts'] },
    { at: planner, entry: true, imports: ['/src/calls.ts', '/src/list.ts', '/src/own.ts'] },
    { at: profile, entry: true, imports: ['/src/own.ts'] },
    { at: '/src/list.ts', imports: [query] },
    { at: '/src/own.ts', imports: [query] },
  ])
  expect(nameOf('/src/calls.ts', graph)).toBe('appointments-session')
  expect(nameOf('/src/list.ts', graph)).toBe('appointments-session-query')
  expect(nameOf('/src/own.ts', graph)).toBe('members-appointments')
})

test('however modules import one another, no file waits for itself', () => {
  const count = 12
  // A module imports those after it: modules that go round in a circle share their parts anyhow.
  const modules = fc
    .array(
      fc.record({
        imports: fc.uniqueArray(fc.nat(count - 1), { maxLength: 4 }),
        later: fc.uniqueArray(fc.nat(count - 1), { maxLength: 1 }),
        entry: fc.option(fc.constantFrom(...parts), { freq: 2 }),
        zod: fc.boolean(),
      }),
      { minLength: count, maxLength: count },
    )
    .map((drawn) => {
      const ids = drawn.map(
        ({ entry }, at) => entry?.replace(/\.(tsx|astro)/, `.${at}.$1`) ?? `/src/${at}.ts`,
      )
      const after = (at: number, chosen: number[]) =>
        chosen.filter((other) => other > at).map((other) => ids[other] ?? '')
      return drawn.map(
        (module, at): Imports => ({
          at: ids[at] ?? '',
          entry: module.entry !== null,
          imports: [...after(at, module.imports), ...(module.zod ? [zod] : [])],
          later: after(at, module.later),
        }),
      )
    })
  fc.assert(
    fc.property(modules, (made) => {
      const graph = toGraph(made)
      const filesByModule = new Map(made.map(({ at }) => [at, nameOf(at, graph)]))
      const next = new Map<string, Set<string>>()
      for (const { at, imports = [] } of made) {
        const file = filesByModule.get(at) ?? ''
        const others = imports
          .map((id) => filesByModule.get(id))
          .filter((other) => other && other !== file)
        next.set(file, new Set([...(next.get(file) ?? []), ...(others as string[])]))
      }
      const leadsTo = (from: string, to: string, seen = new Set<string>()): boolean =>
        [...(next.get(from) ?? [])].some(
          (file) => file === to || (!seen.has(file) && leadsTo(file, to, seen.add(file))),
        )
      for (const file of next.keys()) expect(leadsTo(file, file), file).toBe(false)
    }),
    { numRuns: 500 },
  )
})
