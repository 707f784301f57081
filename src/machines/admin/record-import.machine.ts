import { assign, setup } from 'xstate'
import type { ImportAnswer } from '#lib/contract/admin/import.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

type TakeFileResult =
  /** Tried out, or carried out: the answer says which. */
  | { kind: 'taken'; answer: ImportAnswer }
  /** Something else would happen now than was seen. */
  | { kind: 'stale' }
  | { kind: 'refused'; text: string }

/** Without `seen` the file is only tried out. `confirmed` lines are added despite a likeness. */
type TakeFile = { file: File | null; seen: string | null; confirmed: readonly number[] }

type RecordImportEvent =
  | { type: 'file.chosen'; file: File }
  | { type: 'check.requested' }
  | { type: 'lines.confirmed'; lines: readonly number[]; isConfirmed: boolean }
  | { type: 'import.confirmed' }

type Problem = { kind: 'refused'; text: string } | { kind: 'stale' | 'unanswered' }

type Context = {
  file: File | null
  answer: ImportAnswer | null
  confirmed: readonly number[]
  problem: Problem | null
}

/** Of the lines that were confirmed, those that look like the same as when somebody said so. */
function stillConfirmed({ answer: before, confirmed }: Context, now: ImportAnswer): number[] {
  const lineFingerprint = (answer: ImportAnswer | null, line: number) =>
    JSON.stringify(answer?.rows.find((row) => row.line === line && row.outcome === 'similar'))
  return confirmed.filter((line) => {
    const look = lineFingerprint(now, line)
    return look !== undefined && look === lineFingerprint(before, line)
  })
}

export const recordImportMachine = setup({
  types: {
    context: {} as Context,
    events: {} as RecordImportEvent,
  },
  actors: {
    checkFile: providedActor<TakeFileResult, TakeFile>(),
    execute: providedActor<TakeFileResult, TakeFile>(),
  },
  actions: {
    storeFile: assign((_, { file }: { file: File }) => ({ file, answer: null, confirmed: [] })),
    storeAnswer: assign(({ context }, { answer }: { answer: ImportAnswer }) => ({
      answer,
      confirmed: stillConfirmed(context, answer),
    })),
    storeConfirmed: assign({
      confirmed: ({ context }, params: { lines: readonly number[]; isConfirmed: boolean }) => {
        const others = context.confirmed.filter((line) => !params.lines.includes(line))
        return params.isConfirmed ? [...others, ...params.lines] : others
      },
    }),
    storeProblem: assign({ problem: (_, problem: Problem) => problem }),
    dropProblem: assign({ problem: null }),
  },
  guards: {
    hasWork: ({ context: { answer, confirmed } }) =>
      answer !== null && answer.count.created + answer.count.changed + confirmed.length > 0,
  },
}).createMachine({
  id: 'recordImport',
  context: { file: null, answer: null, confirmed: [], problem: null },
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'file.chosen': { target: 'checking', actions: [withEvent('storeFile'), 'dropProblem'] },
        'check.requested': {
          guard: ({ context }) => context.file !== null,
          target: 'checking',
          actions: 'dropProblem',
        },
      },
    },
    checking: {
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => ({ file: context.file, seen: null, confirmed: [] }),
        onDone: [
          whenKind('taken', { target: 'checked', actions: 'storeAnswer' }),
          whenKind('refused', { target: 'choosing', actions: 'storeProblem' }),
          { target: 'choosing', actions: { type: 'storeProblem', params: { kind: 'stale' } } },
        ],
        onError: {
          target: 'choosing',
          actions: { type: 'storeProblem', params: { kind: 'unanswered' } },
        },
      },
    },
    checked: {
      on: {
        'file.chosen': { target: 'checking', actions: [withEvent('storeFile'), 'dropProblem'] },
        'check.requested': { target: 'checking', actions: 'dropProblem' },
        'lines.confirmed': { actions: withEvent('storeConfirmed') },
        'import.confirmed': { guard: 'hasWork', target: 'executing', actions: 'dropProblem' },
      },
    },
    executing: {
      invoke: {
        id: 'execute',
        src: 'execute',
        input: ({ context: { file, answer, confirmed } }) => ({
          file,
          confirmed,
          seen: answer?.seen ?? null,
        }),
        onDone: [
          whenKind('taken', { target: 'done', actions: 'storeAnswer' }),
          {
            guard: isKind('stale'),
            target: 'checking',
            actions: { type: 'storeProblem', params: { kind: 'stale' } },
          },
          whenKind('refused', { target: 'checked', actions: 'storeProblem' }),
        ],
        // The import may have finished. Check again to find out.
        onError: {
          target: 'checked',
          actions: { type: 'storeProblem', params: { kind: 'unanswered' } },
        },
      },
    },
    done: {
      on: {
        'file.chosen': { target: 'checking', actions: [withEvent('storeFile'), 'dropProblem'] },
      },
    },
  },
})
