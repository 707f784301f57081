import { and, assign, setup } from 'xstate'
import type { OrphanPreview, RecordUse } from '#lib/contract/admin/admin-resource.ts'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { OrphanedAppointment, Resolution } from '#lib/contract/orphaned-appointments.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import type { FormatMove } from '../schedule/format-move.ts'
import { withEvent } from '../with-event.ts'

export type Rejection =
  | { kind: 'refused'; fields: FieldErrors }
  | { kind: 'pinRefused'; message: string }
  | { kind: 'notAllowed'; detail: string }
  | { kind: 'signedOut' }
  | { kind: 'stale'; detail: string }
  | { kind: 'gone'; detail: string }
  | { kind: 'inUse'; uses: readonly RecordUse[] }

type Rejected<Why extends Rejection> = { kind: 'rejected'; rejection: Why }

export type ChangePreviewResult<Why extends Rejection> =
  | { kind: 'clear' }
  | { kind: 'orphans'; orphanPreview: OrphanPreview }
  | Rejected<Why>

export type SaveResult<Saved, Why extends Rejection> =
  | { kind: 'saved'; saved: Saved }
  /** It orphans other appointments than were resolved, or a free time is gone. */
  | { kind: 'outdated' }
  | Rejected<Why>

/** Appointments that a change orphaned, and how each was resolved. */
export type Resolved = {
  orphaned: readonly OrphanedAppointment[]
  resolutions: readonly Resolution[]
}

export type ChangeOutcome<Saved, Why extends Rejection> =
  | { kind: 'saved'; saved: Saved; resolved: Resolved }
  | { kind: 'dropped' }
  | { kind: 'failed' }
  | Rejected<Why>

export type BranchChange = { patient: string; branchChange: FormatMove }

export type ChangeSavingEvent =
  | { type: 'change.confirmed' }
  | {
      type: 'resolutions.chosen'
      resolutions: readonly Resolution[]
      branchChanges: readonly BranchChange[]
    }
  | { type: 'sites.confirmed' }
  | { type: 'sites.declined' }
  | { type: 'change.dropped' }

type Input<Change> = {
  change: Change
  /** Where it orphans nobody, it is still asked about first. */
  needsConfirmation: boolean
}

type Context<Change, Saved, Why extends Rejection> = Input<Change> & {
  orphanPreview: OrphanPreview
  resolutions: readonly Resolution[]
  branchChanges: readonly BranchChange[]
  /** It was resolved last and no longer holds: some of it may hold still. Else it is null. */
  outdated: readonly Resolution[] | null
  why: string
  outcome: ChangeOutcome<Saved, Why>
}

export const hasOrphans = ({ orphaned, unseen }: OrphanPreview) =>
  orphaned.length + unseen.length > 0

const unresolved = {
  orphanPreview: { orphaned: [], unseen: [] },
  resolutions: [],
  branchChanges: [],
}

/**
 * Saves one change of hours or of a record: previews which appointments it would orphan, has each
 * resolved, asks before patients have to go to another branch, and saves all of it at once. Whatever
 * changes a record invokes this machine.
 */
export function changeSaving<Change, Saved, Why extends Rejection>() {
  return setup({
    types: {
      context: {} as Context<Change, Saved, Why>,
      events: {} as ChangeSavingEvent,
      input: {} as Input<Change>,
      output: {} as ChangeOutcome<Saved, Why>,
    },
    actors: {
      previewChange: providedActor<ChangePreviewResult<Why>, { change: Change }>(),
      saveChange: providedActor<
        SaveResult<Saved, Why>,
        { change: Change; resolutions: readonly Resolution[] }
      >(),
    },
    actions: {
      storeReason: assign((_, { rejection }: Rejected<Why>) => ({
        why: 'detail' in rejection ? rejection.detail : '',
      })),
      storeResolutions: assign((_, { resolutions, branchChanges }: Omit<Chosen, 'type'>) => ({
        resolutions,
        branchChanges,
      })),
      markOutdated: assign(({ context: { resolutions } }) => ({
        ...unresolved,
        outdated: resolutions,
      })),
      storePreview: assign((_, { orphanPreview }: { orphanPreview: OrphanPreview }) => ({
        ...unresolved,
        orphanPreview,
      })),
      endSaved: assign(
        ({ context: { orphanPreview, resolutions } }, { saved }: { saved: Saved }) => ({
          outcome: {
            kind: 'saved' as const,
            saved,
            resolved: { orphaned: orphanPreview.orphaned, resolutions },
          },
        }),
      ),
      end: assign((_, outcome: ChangeOutcome<Saved, Why>) => ({ outcome })),
    },
    guards: {
      isBranchChange: (_, { branchChanges }: { branchChanges: readonly BranchChange[] }) =>
        branchChanges.length > 0,
      hasOrphans: ({ context: { orphanPreview } }) => hasOrphans(orphanPreview),
    },
  }).createMachine({
    id: 'changeSaving',
    context: ({ input }) => ({
      ...input,
      ...unresolved,
      outdated: null,
      why: '',
      outcome: { kind: 'dropped' },
    }),
    output: ({ context }) => context.outcome,
    initial: 'previewing',
    states: {
      previewing: {
        invoke: {
          id: 'previewChange',
          src: 'previewChange',
          input: ({ context: { change } }) => ({ change }),
          onDone: [
            {
              guard: ({ context, event }) =>
                context.needsConfirmation && event.output.kind === 'clear',
              target: 'confirming',
            },
            { guard: isKind('clear'), target: 'saving' },
            whenKind('orphans', { target: 'resolving', actions: 'storePreview' }),
            whenKind('rejected', { target: 'closed', actions: 'end' }),
          ],
          onError: { target: 'closed', actions: { type: 'end', params: { kind: 'failed' } } },
        },
      },
      confirming: { on: { 'change.confirmed': 'saving', 'change.dropped': 'closed' } },
      resolving: {
        initial: 'answering',
        states: { answering: {}, failed: {}, signedOut: {}, notAllowed: {} },
        on: {
          'resolutions.chosen': [
            {
              guard: withEvent('isBranchChange'),
              target: 'confirmingSites',
              actions: withEvent('storeResolutions'),
            },
            { target: 'saving', actions: withEvent('storeResolutions') },
          ],
          'change.dropped': 'closed',
        },
      },
      /** Patients would have to go to another branch. */
      confirmingSites: { on: { 'sites.confirmed': 'saving', 'sites.declined': 'resolving' } },
      saving: {
        invoke: {
          id: 'saveChange',
          src: 'saveChange',
          input: ({ context: { change, resolutions } }) => ({ change, resolutions }),
          onDone: [
            whenKind('saved', { target: 'closed', actions: 'endSaved' }),
            { guard: isKind('outdated'), target: 'previewing', actions: 'markOutdated' },
            // The resolutions stay, because the same, or nearly the same, can be saved next.
            {
              guard: and(['hasOrphans', isRejectedAs('signedOut')]),
              target: 'resolving.signedOut',
            },
            {
              guard: and(['hasOrphans', isRejectedAs('notAllowed')]),
              target: 'resolving.notAllowed',
              actions: {
                type: 'storeReason',
                params: ({ event }) => event.output as Rejected<Why>,
              },
            },
            whenKind('rejected', { target: 'closed', actions: 'end' }),
          ],
          onError: [
            { guard: 'hasOrphans', target: 'resolving.failed' },
            { target: 'closed', actions: { type: 'end', params: { kind: 'failed' } } },
          ],
        },
      },
      closed: { type: 'final' },
    },
  })
}

const isRejectedAs =
  (kind: Rejection['kind']) =>
  ({ event }: { event: { output: { kind: string; rejection?: Rejection } } }) =>
    event.output.rejection?.kind === kind

type Chosen = Extract<ChangeSavingEvent, { type: 'resolutions.chosen' }>

export const changeSavingMachine = changeSaving<unknown, unknown, Rejection>()
