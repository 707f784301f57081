import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import { runs } from '../../amount.ts'
import { type Answer, listedRows } from '../send.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

/*
 * Categories that several people make, move and delete at once: in whatever order that happens, the
 * nested set is what a naive tree would be numbered as, in which the same was done in the order of the
 * audit trail.
 */

const server = await runTestServer({ poolSize: 6 })
const { db } = server.database
const manager = await addSignedIn(server, { person: { is_superuser: true } })

const some = fc.nat({ max: 20 })
const command = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('make' as const), under: some }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('move' as const),
      which: some,
      under: some,
      before: some,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('change' as const), which: some, under: some }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), which: some }) },
)
type Command = typeof command extends fc.Arbitrary<infer Each> ? Each : never
/** What is done at once. */
const turns = fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), {
  minLength: 6,
  maxLength: 9,
})

/** The ids below each, in their order; null is the top. */
type Tree = Map<number | null, number[]>

const findParent = (tree: Tree, id: number) =>
  [...tree].find(([, below]) => below.includes(id))?.[0] ?? null

/** A category and everything below it. */
const findAll = (tree: Tree, id: number): number[] => [
  id,
  ...(tree.get(id) ?? []).flatMap((child) => findAll(tree, child)),
]

function place(tree: Tree, id: number, parent: number | null, before: number | null) {
  take(tree, id)
  const below = tree.get(parent) ?? []
  const at = before === null ? below.length : below.indexOf(before)
  tree.set(parent, below.toSpliced(at, 0, id))
}

function take(tree: Tree, id: number) {
  const parent = findParent(tree, id)
  tree.set(
    parent,
    (tree.get(parent) ?? []).filter((other) => other !== id),
  )
}

/** Each line by its definition: everything below a category takes two numbers within its own. */
function nestedSet(tree: Tree) {
  const lines: Pick<AppointmentCategory, 'id' | 'parent' | 'tree_id' | 'level' | 'lft' | 'rght'>[] =
    []
  const walk = (parent: number | null, level: number, tree_id: number, from: number) => {
    let lft = from
    for (const [index, id] of (tree.get(parent) ?? []).entries()) {
      const own = parent === null ? index + 1 : tree_id
      if (parent === null) lft = 1
      const rght = lft + 2 * findAll(tree, id).length - 1
      lines.push({ id, parent, tree_id: own, level, lft, rght })
      walk(id, level + 1, own, lft + 1)
      lft = rght + 1
    }
  }
  walk(null, 0, 0, 1)
  return lines
}

type Sent = { command: Command; id: number | null; parent: number | null; before: number | null }
type Done = Sent & { answer: Answer }

const ask = (method: string, path: string, body?: object) =>
  manager.ask(method, `/api/admin/appointmentcategories/${path}`, body)

async function listed() {
  const { body } = await ask('GET', '?page_size=500')
  return listedRows<AppointmentCategory>(body)
}

/** What a command is about, among what there is before its turn; null where there is nothing yet. */
function meant(
  turn: Command,
  tree: Tree,
  before: readonly AppointmentCategory[],
): (Sent & { seen: AppointmentCategory | undefined }) | null {
  const seen = turn.does === 'make' ? undefined : before[turn.which % before.length]
  if (turn.does !== 'make' && !seen) return null
  const parents = [null, ...before.map(({ id }) => id)]
  const parent = turn.does === 'delete' ? null : (parents[turn.under % parents.length] ?? null)
  const neighbours = (tree.get(parent) ?? []).filter((id) => id !== seen?.id)
  const next = turn.does === 'move' ? neighbours[turn.before % (neighbours.length + 1)] : undefined
  return { command: turn, id: seen?.id ?? null, parent, before: next ?? null, seen }
}

let made = 0
async function carryOut(sent: NonNullable<ReturnType<typeof meant>>): Promise<Done> {
  const { command: turn, parent, before, seen, id } = sent
  const version = seen?.version
  made += 1
  const answer =
    turn.does === 'make'
      ? await ask('POST', '', { name: `Category ${made}`, parent })
      : turn.does === 'move'
        ? await ask('POST', `${id}/move/`, { version, parent, before })
        : turn.does === 'change'
          ? await ask('PUT', `${id}/`, { name: `Category ${made}`, parent, version })
          : await ask('DELETE', `${id}/`, { version })
  return { ...sent, answer }
}

const endOfTrail = async () =>
  (
    await db
      .selectFrom('audit_event')
      .select((query) => query.fn.max('sequence').as('last'))
      .executeTakeFirstOrThrow()
  ).last ?? 0

/** Does to the naive tree what the trail says has been done, in its order. */
async function replay(tree: Tree, done: readonly Done[], since: number): Promise<number> {
  const lines = await db
    .selectFrom('audit_event')
    .select(['sequence', 'action', 'subject_id', 'change'])
    .where('subject_type', '=', 'appointment_category')
    .where('sequence', '>', since)
    .orderBy('sequence')
    .execute()
  const succeeded = done.filter(({ answer }) => answer.status < 300)
  for (const { action, subject_id: id, change } of lines) {
    const { version } = change as { version?: number }
    if (action === 'record.deleted') {
      take(tree, id)
      continue
    }
    const one = succeeded.find(
      ({ answer }) => answer.body['id'] === id && answer.body['version'] === version,
    )
    if (!one) throw new Error(`The trail has what nobody did: ${action} of ${id}`)
    const stays = one.command.does === 'change' && findParent(tree, id) === one.parent
    if (!stays) place(tree, id, one.parent, one.before)
  }
  return lines.at(-1)?.sequence ?? since
}

/** What a command that nobody does anything beside must be answered. */
function expected({ command: turn, id, parent }: Sent, tree: Tree): string {
  if (turn.does === 'make') return '201'
  if (turn.does === 'delete') return tree.get(id)?.length ? '409 conflict' : '204'
  const isUnderItself = parent !== null && findAll(tree, id ?? 0).includes(parent)
  return isUnderItself ? '400' : '200'
}

test('however categories are made, moved and deleted, and at once, their tree stays one', async () => {
  await fc.assert(
    fc.asyncProperty(turns, async (all) => {
      await db.deleteFrom('appointment_category').execute()
      const tree: Tree = new Map()
      let sequence = await endOfTrail()
      for (const turn of [[{ does: 'make', under: 0 } as const], ...all]) {
        const before = await listed()
        const sent = turn.flatMap((one) => meant(one, tree, before) ?? [])
        const [first] = sent
        const predicted = first && sent.length === 1 ? expected(first, tree) : null
        const done = await Promise.all(sent.map(carryOut))
        for (const { answer } of done) {
          expect(predicted ?? '200 201 204 400 404 not_found 409 stale 409 conflict').toContain(
            answer.outcome,
          )
          if (answer.status === 400) expect(Object.keys(answer.body)).toEqual(['parent'])
        }
        sequence = await replay(tree, done, sequence)
        expect(
          (await listed()).map(({ id, parent, tree_id, level, lft, rght }) => ({
            id,
            parent,
            tree_id,
            level,
            lft,
            rght,
          })),
        ).toEqual(nestedSet(tree))
      }
    }),
    { numRuns: runs(3) },
  )
})
