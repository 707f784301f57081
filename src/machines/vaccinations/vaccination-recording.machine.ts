import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { VaccinationCheck, VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'
import {
  type EnteredVaccination,
  findSection,
  neededSections,
  type RecordingSection,
  type RecordVaccinationInput,
  type VaccinationRecordingContext,
  type VaccinationRecordingEvent,
} from './vaccination-recording.types.ts'

type RecordVaccinationResult =
  | { kind: 'recorded'; record: VaccinationRecord }
  /** Something has been recorded since that is warned of. */
  | { kind: 'unconfirmed' }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

type CheckVaccinationResult =
  | ({ kind: 'checked' } & Omit<VaccinationCheck, 'errors'>)
  | { kind: 'refused'; reason: string; fields: FieldErrors }

type ReadVaccinationsResult =
  | { kind: 'read' }
  | { kind: 'notFound' }
  | { kind: 'notAllowed'; reason: string }

const nothingEntered = {
  entered: {},
  done: [],
  warnings: [],
  confirmed: [],
  suggestedDoseNumber: null,
  suggestedDueDate: null,
  reason: '',
  refusedFields: {},
} satisfies Partial<VaccinationRecordingContext>

type Done = readonly RecordingSection[]
const unlessIn = (taken: Done) => (section: RecordingSection) => !taken.includes(section)

const withDone = (done: Done, section: RecordingSection): Done => [
  ...done.filter(unlessIn([section])),
  section,
]

/** It leads on to the next section that is open. */
const enters = (section: RecordingSection) =>
  ({
    target: 'advancing',
    actions: {
      type: 'storeEntered',
      params: ({ event }: { event: { entered: EnteredVaccination } }) => ({
        section,
        entered: event.entered,
      }),
    },
  }) as const

const opens = (section: RecordingSection) =>
  ({ guard: { type: 'isNext', params: { section } }, target: section }) as const

const recordingInput = ({
  context: { entered, confirmed, idempotencyKey },
}: {
  context: VaccinationRecordingContext
}): RecordVaccinationInput => ({ entered, confirmed, idempotencyKey })

/** One section of the screen is open. The island holds who the patient is, and what is on file. */
export const vaccinationRecordingMachine = setup({
  types: {
    context: {} as VaccinationRecordingContext,
    events: {} as VaccinationRecordingEvent,
    input: {} as Pick<VaccinationRecordingContext, 'isHistorical' | 'idempotencyKey'>,
  },
  actors: {
    readVaccinations: providedActor<ReadVaccinationsResult>(),
    checkVaccination: providedActor<CheckVaccinationResult, RecordVaccinationInput>(),
    recordVaccination: providedActor<RecordVaccinationResult, RecordVaccinationInput>(),
  },
  actions: {
    confirmPatient: assign({ done: ({ context }) => withDone(context.done, 'patient') }),
    storeEntered: assign(
      (
        { context },
        params: { section: RecordingSection; entered: EnteredVaccination },
      ): Partial<VaccinationRecordingContext> => ({
        entered: { ...context.entered, ...params.entered },
        done: withDone(
          context.done.filter(unlessIn(params.section === 'consent' ? ['product', 'outcome'] : [])),
          params.section,
        ),
        reason: '',
        refusedFields: {},
      }),
    ),
    storeProduct: assign(
      (
        { context: { entered, done } },
        params: { entered: EnteredVaccination },
      ): Partial<VaccinationRecordingContext> => {
        const isOther = entered.vaccine_product_id !== params.entered.vaccine_product_id
        return {
          entered: {
            ...entered,
            ...(isOther && { dose_number: null, booster_due_date: undefined }),
            ...params.entered,
          },
          done: done.filter(unlessIn(isOther ? ['administration', 'nextDose'] : [])),
          warnings: [],
          confirmed: [],
          reason: '',
          refusedFields: {},
        }
      },
    ),
    storeCheck: assign(
      (
        _,
        {
          warnings,
          suggested_dose_number,
          booster_due_date,
        }: Extract<CheckVaccinationResult, { kind: 'checked' }>,
      ) => ({
        warnings,
        suggestedDoseNumber: suggested_dose_number,
        suggestedDueDate: booster_due_date,
      }),
    ),
    storeConfirmed: assign(({ context }, { text }: { text: string }) => ({
      confirmed: [...context.confirmed, text],
    })),
    noteChecked: assign({ done: ({ context }) => withDone(context.done, 'product') }),
    withhold: assign(({ context }) => ({
      entered: { ...context.entered, was_administered: false },
      done: withDone(context.done.filter(unlessIn(['outcome'])), 'product'),
    })),
    reopen: assign(({ context }, { section }: { section: RecordingSection }) => ({
      done: context.done.filter(unlessIn([section])),
      reason: '',
      refusedFields: {},
    })),
    showRefusal: assign(
      ({ context }, { reason, fields }: { reason: string; fields: FieldErrors }) => ({
        reason,
        refusedFields: fields,
        done: context.done.filter((section) =>
          Object.keys(fields).every(
            (field) => findSection(field, context.isHistorical) !== section,
          ),
        ),
      }),
    ),
    /** It is on file now. */
    noteRecorded: assign(
      (
        _,
        {
          record: { product_name, booster_due_date, was_administered, service_slug },
        }: { record: VaccinationRecord },
      ) => ({
        ...nothingEntered,
        recorded: { product_name, booster_due_date, was_administered, service_slug },
      }),
    ),
    beginAnother: assign((_, { idempotencyKey }: { idempotencyKey: string }) => ({
      ...nothingEntered,
      done: ['patient'] as const,
      idempotencyKey,
      recorded: null,
    })),
  },
  guards: {
    isNext: ({ context }, { section }: { section: RecordingSection }) =>
      neededSections(context).find(unlessIn(context.done)) === section,
    isDone: ({ context }, { section }: { section: RecordingSection }) =>
      context.done.includes(section),
    isGivenHere: ({ context }) => !context.isHistorical,
    isUnconfirmed: ({ context: { confirmed } }, { text }: { text: string }) =>
      !confirmed.includes(text),
    isConfirmed: ({ context: { warnings, confirmed } }) =>
      warnings.every(({ text }) => confirmed.includes(text)),
  },
}).createMachine({
  id: 'vaccinationRecording',
  context: ({ input }) => ({ ...nothingEntered, ...input, recorded: null }),
  initial: 'reading',
  states: {
    reading: {
      invoke: {
        id: 'readVaccinations',
        src: 'readVaccinations',
        onDone: [
          { guard: isKind('read'), target: 'entering' },
          { guard: isKind('notFound'), target: 'notFound' },
          {
            target: 'notAllowed',
            actions: assign({
              reason: ({ event: { output } }) =>
                output.kind === 'notAllowed' ? output.reason : '',
            }),
          },
        ],
        onError: 'readFailed',
      },
    },
    readFailed: { on: { 'reading.retried': 'reading' } },
    entering: {
      initial: 'advancing',
      on: {
        'section.reopened': {
          guard: withEvent('isDone'),
          target: '.advancing',
          actions: withEvent('reopen'),
        },
      },
      states: {
        /** It goes to the first section that is needed and not done. */
        advancing: {
          always: [
            opens('patient'),
            opens('consent'),
            opens('product'),
            opens('administration'),
            opens('outcome'),
            opens('reactions'),
            opens('nextDose'),
            { target: 'review' },
          ],
        },
        patient: {
          on: { 'patient.confirmed': { target: 'advancing', actions: 'confirmPatient' } },
        },
        consent: { on: { 'consent.entered': enters('consent') } },
        product: {
          on: { 'product.entered': { target: 'checking', actions: withEvent('storeProduct') } },
        },
        /** It happens before anything is given. */
        checking: {
          invoke: {
            id: 'checkVaccination',
            src: 'checkVaccination',
            input: recordingInput,
            onDone: [
              whenKind('checked', { target: 'warnings', actions: 'storeCheck' }),
              whenKind('refused', { target: 'advancing', actions: 'showRefusal' }),
            ],
            onError: 'checkFailed',
          },
        },
        checkFailed: { on: { 'check.retried': 'checking' } },
        warnings: {
          always: { guard: 'isConfirmed', target: 'advancing', actions: 'noteChecked' },
          on: {
            'warning.confirmed': {
              guard: withEvent('isUnconfirmed'),
              actions: withEvent('storeConfirmed'),
            },
            'dose.withheld': { guard: 'isGivenHere', target: 'advancing', actions: 'withhold' },
          },
        },
        administration: {
          on: {
            'administration.entered': enters('administration'),
            'dose.withheld': { target: 'advancing', actions: 'withhold' },
          },
        },
        outcome: { on: { 'outcome.entered': enters('outcome') } },
        reactions: { on: { 'reactions.entered': enters('reactions') } },
        nextDose: { on: { 'nextDose.entered': enters('nextDose') } },
        review: { on: { 'recording.confirmed': '#vaccinationRecording.recording' } },
      },
    },
    recording: {
      invoke: {
        id: 'recordVaccination',
        src: 'recordVaccination',
        input: recordingInput,
        onDone: [
          whenKind('recorded', { target: 'recorded', actions: 'noteRecorded' }),
          {
            guard: isKind('unconfirmed'),
            target: 'entering.checking',
            actions: assign({ confirmed: [] }),
          },
          whenKind('refused', { target: 'entering', actions: 'showRefusal' }),
        ],
        onError: 'unanswered',
      },
    },
    /** It may be on file: the only way on is the same request with the same key. */
    unanswered: { on: { 'recording.retried': 'recording' } },
    recorded: {
      on: { 'another.requested': { target: 'reading', actions: withEvent('beginAnother') } },
    },
    notFound: { type: 'final' },
    notAllowed: { type: 'final' },
  },
})
