import { createContext, Script } from 'node:vm'

const context = createContext({ work: null })
const runWork = new Script('work()')

/** Ends the work in the midst of a step, which nothing that it calls can do. @throws `isOverTime` */
export function inLimitedTime<T>(ms: number, work: () => T): T {
  context['work'] = work
  return runWork.runInContext(context, { timeout: ms })
}

export const isOverTime = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
