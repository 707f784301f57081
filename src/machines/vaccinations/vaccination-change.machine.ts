import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type {
  VaccinationCorrection,
  VaccinationRecord,
} from '#lib/contract/records/vaccinations.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

/** It is a correction, or that the record was entered in error. */
export type VaccinationChange =
  | {
      kind: 'correct'
      correction: Omit<VaccinationCorrection, 'version' | 'confirmed_warnings'>
    }
  | { kind: 'enteredInError'; reason: string }

type ReadVaccinationResult =
  | { kind: 'read'; record: VaccinationRecord }
  | { kind: 'notFound' }
  | { kind: 'notAllowed' }

type ChangeVaccinationResult =
  | { kind: 'changed' }
  /** Somebody else was quicker; it says who. */
  | { kind: 'stale'; change: string }
  | { kind: 'warned'; warnings: readonly string[] }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

type ChangeVaccinationInput = {
  change: VaccinationChange | null
  version: number
  confirmed: readonly string[]
}

type VaccinationChangeEvent =
  | { type: 'reading.retried' }
  | { type: 'change.submitted'; change: VaccinationChange }
  | { type: 'warnings.confirmed' }
  | { type: 'warnings.left' }
  | { type: 'changing.retried' }

type Context = ChangeVaccinationInput & {
  record: VaccinationRecord | null
  staleChange: string
  warnings: readonly string[]
  reason: string
  refusedFields: FieldErrors
}

export const vaccinationChangeMachine = setup({
  types: { context: {} as Context, events: {} as VaccinationChangeEvent },
  actors: {
    readVaccination: providedActor<ReadVaccinationResult>(),
    changeVaccination: providedActor<ChangeVaccinationResult, ChangeVaccinationInput>(),
  },
  actions: {
    storeRecord: assign((_, { record }: { record: VaccinationRecord }) => ({
      record,
      version: record.version,
    })),
    storeChange: assign((_, { change }: { change: VaccinationChange }) => ({
      change,
      confirmed: [],
      reason: '',
      refusedFields: {},
    })),
    showWarnings: assign((_, { warnings }: { warnings: readonly string[] }) => ({ warnings })),
    confirmWarnings: assign(({ context: { confirmed, warnings } }) => ({
      confirmed: [...confirmed, ...warnings],
    })),
    noteStale: assign((_, { change }: { change: string }) => ({ staleChange: change })),
    showRefusal: assign((_, params: { reason: string; fields: FieldErrors }) => ({
      reason: params.reason,
      refusedFields: params.fields,
    })),
  },
}).createMachine({
  id: 'vaccinationChange',
  context: {
    record: null,
    change: null,
    version: 0,
    confirmed: [],
    staleChange: '',
    warnings: [],
    reason: '',
    refusedFields: {},
  },
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'readVaccination',
        src: 'readVaccination',
        onDone: [
          whenKind('read', { target: 'editing', actions: 'storeRecord' }),
          { guard: isKind('notFound'), target: 'notFound' },
          { target: 'notAllowed' },
        ],
        onError: 'readFailed',
      },
    },
    readFailed: { on: { 'reading.retried': 'reading' } },
    editing: {
      on: { 'change.submitted': { target: 'changing', actions: withEvent('storeChange') } },
    },
    changing: {
      invoke: {
        id: 'changeVaccination',
        src: 'changeVaccination',
        input: ({ context: { change, version, confirmed } }) => ({ change, version, confirmed }),
        onDone: [
          { guard: isKind('changed'), target: 'changed' },
          // What is on file is shown beside what was typed, and the person decides again.
          whenKind('stale', { target: 'reading', actions: 'noteStale' }),
          whenKind('warned', { target: 'confirming', actions: 'showWarnings' }),
          whenKind('refused', { target: 'editing', actions: 'showRefusal' }),
        ],
        onError: 'unanswered',
      },
    },
    confirming: {
      on: {
        'warnings.confirmed': { target: 'changing', actions: 'confirmWarnings' },
        'warnings.left': 'editing',
      },
    },
    unanswered: { on: { 'changing.retried': 'changing' } },
    changed: { type: 'final' },
    notFound: { type: 'final' },
    notAllowed: { type: 'final' },
  },
})
