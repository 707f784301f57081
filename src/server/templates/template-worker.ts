import type { Template } from 'liquidjs'
import { inLimitedTime, isOverTime } from './limited-time.ts'
import {
  rendered,
  type TemplateKindName,
  templateKinds,
  templateProblems,
} from './template-problems.ts'

/** Also within one filter, where the limits of the engine do not look. */
const LONGEST_MS = 2_000
const MOST_PARSED = 200

type Written = { kind: TemplateKindName; code: string }
export type TaskAnswer<T> = { done: T } | { problem: string }

function answered<T>(work: () => T): TaskAnswer<T> {
  try {
    return { done: inLimitedTime(LONGEST_MS, work) }
  } catch (error) {
    return { problem: isOverTime(error) ? 'it takes too long' : (error as Error).message }
  }
}

const parsedTemplates = new Map<string, Template[]>()

/** Remembers what it parsed: thousands of messages have the same words. */
function parsed({ kind, code }: Written): Template[] {
  const key = `${kind} ${code}`
  const known = parsedTemplates.get(key)
  if (known) return known
  if (parsedTemplates.size >= MOST_PARSED) parsedTemplates.clear()
  const made = templateKinds[kind].engine.parse(code)
  parsedTemplates.set(key, made)
  return made
}

export const fillIn = ({ values, ...written }: Written & { values: object }): TaskAnswer<string> =>
  answered(() => rendered(templateKinds[written.kind], parsed(written), values))

export const namesUsed = (written: Written): TaskAnswer<string[]> =>
  answered(() =>
    Object.keys(templateKinds[written.kind].engine.analyzeSync(parsed(written)).globals),
  )

export function findProblems({ kind, code }: Written): TaskAnswer<string[]> {
  const found = answered(() => templateProblems(code, templateKinds[kind]))
  return 'done' in found ? found : { done: [`The template cannot be used: ${found.problem}.`] }
}
