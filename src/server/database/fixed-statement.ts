import { type Compilable, CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Executor } from './connection.ts'

export type Values = Record<string, unknown>

/** Each value as a parameter: what a text cannot depend on. */
export type Given<V extends Values> = { readonly [Name in keyof V]: RawBuilder<V[Name]> }

/** Stands for a value while the text of a statement is made. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) })
const givenLater = new Proxy({}, { get: (_, name) => sql`${new StandIn(String(name))}` })

/** For a statement that is made for these values alone. */
export const givenOf = <V extends Values>(values: V): Given<V> =>
  new Proxy({}, { get: (_, name) => sql`${values[String(name)]}` }) as Given<V>

/**
 * A statement whose text is always the same: built and compiled when it is first needed, afterwards
 * only its values are new. Worth it where building costs as much as sending.
 * @param build hands each of its values on as a parameter, and looks at none of them.
 */
export function fixedStatement<V extends Values, R>(
  build: (executor: Executor, values: V) => Compilable<R>,
): (executor: Executor, values: V) => CompiledQuery<R> {
  let known: CompiledQuery<R> | undefined
  return (executor, values) => {
    known ??= textOf(build(executor, standIns as V))
    return filled(known, values)
  }
}

/** Compiled statements by what their text depends on (docs/decisions/0034). */
export type KeptStatements = <V extends Values, R>(
  shape: string,
  values: V,
  build: (given: Given<V>) => Compilable<R>,
) => CompiledQuery<R>

/** More than people ask for of one list; the oldest make room, however many are thought up. */
const MOST_KEPT = 50

/**
 * Statements whose texts differ by `shape`, as `fixedStatement` has one: built once for each shape,
 * afterwards only their values are new. What a statement does not name among `values` is part of its
 * shape: otherwise somebody is answered what another has asked.
 */
export function keptStatements(most = MOST_KEPT): KeptStatements {
  const kept = new Map<string, CompiledQuery<unknown>>()
  return <V extends Values, R>(
    shape: string,
    values: V,
    build: (given: Given<V>) => Compilable<R>,
  ) => {
    let known = kept.get(shape) as CompiledQuery<R> | undefined
    if (!known) {
      known = textOf(build(givenLater as Given<V>))
      const [oldest] = kept.size >= most ? kept.keys() : []
      if (oldest !== undefined) kept.delete(oldest)
      kept.set(shape, known)
    }
    return filled(known, values)
  }
}

/** Without the tree that it was made of, which is many times as large. */
function textOf<R>(statement: Compilable<R>): CompiledQuery<R> {
  const { sql: text, parameters } = statement.compile()
  return CompiledQuery.raw(text, [...parameters]) as CompiledQuery<R>
}

const filled = <R>(known: CompiledQuery<R>, values: Values): CompiledQuery<R> => ({
  ...known,
  parameters: known.parameters.map((parameter) =>
    parameter instanceof StandIn ? values[parameter.name] : parameter,
  ),
})
