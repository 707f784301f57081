import { type Compilable, CompiledQuery } from 'kysely'
import type { Executor } from './connection.ts'

/** Stands for a value while the text of a statement is made. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) })

/**
 * A statement whose text is always the same: built and compiled when it is first needed, afterwards
 * only its values are new. Worth it where building costs as much as sending.
 * @param build hands each of its values on as a parameter, and looks at none of them.
 */
export function fixedStatement<V extends Record<string, unknown>, R>(
  build: (executor: Executor, values: V) => Compilable<R>,
): (executor: Executor, values: V) => CompiledQuery<R> {
  let known: CompiledQuery<R> | undefined
  return (executor, values) => {
    known ??= textOf(build(executor, standIns as V))
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof StandIn ? values[parameter.name] : parameter,
    )
    return { ...known, parameters }
  }
}

/** Without the tree that it was made of, which is many times as large. */
function textOf<R>(statement: Compilable<R>): CompiledQuery<R> {
  const { sql, parameters } = statement.compile()
  return CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<R>
}
