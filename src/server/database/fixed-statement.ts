import { type Compilable, CompiledQuery } from 'kysely'
import type { Executor } from './connection.ts'

/** It stands for a value while the text is made. */
class StandIn {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const standIns = new Proxy({}, { get: (_, name) => new StandIn(String(name)) })

/** Building costs as much as sending. @param build uses its values as parameters only. */
export function fixedStatement<V extends Record<string, unknown>, R>(
  build: (executor: Executor, values: V) => Compilable<R>,
): (executor: Executor, values: V) => CompiledQuery<R> {
  let known: CompiledQuery<R> | undefined
  return (executor, values) => {
    known ??= compileFixed(build(executor, standIns as V))
    const parameters = known.parameters.map((parameter) =>
      parameter instanceof StandIn ? values[parameter.name] : parameter,
    )
    return { ...known, parameters }
  }
}

/** Drops the syntax tree, which is many times as large. */
function compileFixed<R>(statement: Compilable<R>): CompiledQuery<R> {
  const { sql, parameters } = statement.compile()
  return CompiledQuery.raw(sql, [...parameters]) as CompiledQuery<R>
}
