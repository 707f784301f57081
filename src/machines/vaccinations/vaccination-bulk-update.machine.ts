import { assign, setup } from 'xstate'
import type {
  VaccinationBulkAnswer,
  VaccinationBulkUpdate,
} from '#lib/contract/records/vaccinations.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

export type ChosenVaccination = { id: number; version: number; name: string; href: string }

export type RequestedUpdate = Pick<VaccinationBulkUpdate, 'set' | 'reason'>

type GatherVaccinationsResult =
  | { kind: 'gathered'; records: readonly ChosenVaccination[] }
  | { kind: 'tooMany' }
  | { kind: 'refused'; reason: string }

type UpdateVaccinationsResult =
  | ({ kind: 'answered' } & VaccinationBulkAnswer)
  | { kind: 'refused'; reason: string }

type UpdateVaccinationsInput = {
  records: readonly ChosenVaccination[]
  update: RequestedUpdate | null
  preview: boolean
  confirmed: VaccinationBulkAnswer['warnings']
}

type VaccinationBulkUpdateEvent =
  | { type: 'gathering.retried' }
  | { type: 'preview.requested'; update: RequestedUpdate }
  | { type: 'refused.excluded' }
  | { type: 'update.reopened' }
  | { type: 'update.confirmed' }

type Context = Omit<UpdateVaccinationsInput, 'preview' | 'confirmed'> & {
  answer: VaccinationBulkAnswer | null
  reason: string
}

const updateInput =
  (preview: boolean) =>
  ({ context: { records, update, answer } }: { context: Context }): UpdateVaccinationsInput => ({
    records,
    update,
    preview,
    confirmed: preview ? [] : (answer?.warnings ?? []),
  })

/** Sets fields of many vaccination records: nothing changes before somebody has seen what would. */
export const vaccinationBulkUpdateMachine = setup({
  types: { context: {} as Context, events: {} as VaccinationBulkUpdateEvent },
  actors: {
    gatherVaccinations: providedActor<GatherVaccinationsResult>(),
    updateVaccinations: providedActor<UpdateVaccinationsResult, UpdateVaccinationsInput>(),
  },
  actions: {
    storeRecords: assign((_, { records }: { records: readonly ChosenVaccination[] }) => ({
      records,
    })),
    storeUpdate: assign((_, { update }: { update: RequestedUpdate }) => ({ update, reason: '' })),
    storeAnswer: assign((_, answer: VaccinationBulkAnswer) => ({
      answer: {
        changed: answer.changed,
        unchanged: answer.unchanged,
        refused: answer.refused,
        next_doses: answer.next_doses,
        warnings: answer.warnings,
      },
    })),
    explain: assign((_, { reason }: { reason: string }) => ({ reason })),
    excludeRefused: assign(({ context: { records, answer } }) => ({
      records: records.filter(({ id }) => !answer?.refused.some((one) => one.id === id)),
    })),
  },
  guards: {
    /** One that is refused keeps all from being changed. */
    canApply: ({ context: { answer } }) =>
      answer !== null && answer.refused.length === 0 && answer.changed > 0,
    canExclude: ({ context: { answer, records } }) =>
      answer !== null && answer.refused.length > 0 && answer.refused.length < records.length,
    hasRefusals: ({ context: { answer } }) => (answer?.refused.length ?? 0) > 0,
  },
}).createMachine({
  id: 'vaccinationBulkUpdate',
  context: { records: [], update: null, answer: null, reason: '' },
  initial: 'gathering',
  states: {
    gathering: {
      invoke: {
        id: 'gatherVaccinations',
        src: 'gatherVaccinations',
        onDone: [
          whenKind('gathered', { target: 'choosing', actions: 'storeRecords' }),
          { guard: isKind('tooMany'), target: 'tooMany' },
          whenKind('refused', { target: 'gatherFailed', actions: 'explain' }),
        ],
        onError: 'gatherFailed',
      },
    },
    gatherFailed: { on: { 'gathering.retried': 'gathering' } },
    tooMany: { type: 'final' },
    choosing: {
      initial: 'ready',
      on: { 'preview.requested': { target: 'previewing', actions: withEvent('storeUpdate') } },
      states: {
        ready: {},
        failed: {},
      },
    },
    previewing: {
      invoke: {
        id: 'updateVaccinations',
        src: 'updateVaccinations',
        input: updateInput(true),
        onDone: [
          whenKind('answered', { target: 'previewed', actions: 'storeAnswer' }),
          whenKind('refused', { target: 'choosing', actions: 'explain' }),
        ],
        onError: 'choosing.failed',
      },
    },
    previewed: {
      on: {
        'update.confirmed': { guard: 'canApply', target: 'applying' },
        'refused.excluded': {
          guard: 'canExclude',
          target: 'previewing',
          actions: 'excludeRefused',
        },
        'update.reopened': 'choosing',
      },
    },
    applying: {
      invoke: {
        id: 'updateVaccinations',
        src: 'updateVaccinations',
        input: updateInput(false),
        onDone: [
          whenKind('answered', { target: 'applied', actions: 'storeAnswer' }),
          whenKind('refused', { target: 'choosing', actions: 'explain' }),
        ],
        onError: 'unanswered',
      },
    },
    /** Somebody may have changed a record since the preview: then none was changed. */
    applied: { always: [{ guard: 'hasRefusals', target: 'previewed' }, { target: 'done' }] },
    done: { type: 'final' },
    unanswered: { type: 'final' },
  },
})
