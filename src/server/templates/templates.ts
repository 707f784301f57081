import type { Piscina } from 'piscina'
import type { TemplateKindName } from './template-problems.ts'
import type { TaskAnswer } from './template-worker.ts'

/**
 * Templates that people write are run by one worker beside the process, so that none of them holds
 * up everybody else. It begins with the first template, and ends when there has been none for a while.
 */
let worker: Promise<Piscina> | undefined

async function makeWorker(): Promise<Piscina> {
  const { Piscina } = await import('piscina')
  return new Piscina({
    filename: new URL('./template-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
  })
}

/** A template that cannot be read, or be filled in with these values; in English words. */
export class TemplateError extends Error {}

async function run<T>(task: 'fillIn' | 'namesUsed' | 'findProblems', input: object): Promise<T> {
  worker ??= makeWorker()
  const running = (await worker).run(input, { name: task })
  const answer: TaskAnswer<T> = await running.catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error
    return { problem: 'it becomes too large' }
  })
  if ('problem' in answer) throw new TemplateError(answer.problem)
  return answer.done
}

export const fillInTemplate = (
  kind: TemplateKindName,
  code: string,
  values: object,
): Promise<string> => run('fillIn', { kind, code, values })

/** The first parts of the names in any branch of the template. @throws TemplateError */
export const namesInTemplate = async (
  kind: TemplateKindName,
  code: string,
): Promise<ReadonlySet<string>> => new Set(await run<string[]>('namesUsed', { kind, code }))

export const findTemplateProblems = (kind: TemplateKindName, code: string): Promise<string[]> =>
  run('findProblems', { kind, code })
