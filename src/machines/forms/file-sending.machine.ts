import { assign, setup } from 'xstate'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'
import type { ChosenFile, FileSendingEvent, UploadFileResult } from './form-filling.types.ts'

type FileSendingContext = {
  /** The first one is on its way. */
  files: ChosenFile[]
  problem: { path: string; detail: string } | null
}

const next = [
  { guard: 'hasMore', target: 'uploading', reenter: true, actions: 'dropFirst' },
  { target: 'idle', actions: 'dropFirst' },
] as const

/** Sends chosen files one after the other. */
export const fileSendingMachine = setup({
  types: { context: {} as FileSendingContext, events: {} as FileSendingEvent },
  actors: { uploadFile: providedActor<UploadFileResult, { chosen: ChosenFile | null }>() },
  actions: {
    addFiles: assign({
      files: ({ context }, params: { files: ChosenFile[] }) => [...context.files, ...params.files],
      problem: null,
    }),
    dropFirst: assign({ files: ({ context }) => context.files.slice(1) }),
    showProblem: assign({
      problem: ({ context }, params: { detail: string }) => ({
        path: context.files[0]?.path ?? '',
        detail: params.detail,
      }),
    }),
  },
  guards: { hasMore: ({ context }) => context.files.length > 1 },
}).createMachine({
  id: 'fileSending',
  context: { files: [], problem: null },
  initial: 'idle',
  states: {
    idle: { on: { 'files.chosen': { target: 'uploading', actions: withEvent('addFiles') } } },
    uploading: {
      on: {
        'files.chosen': { actions: withEvent('addFiles') },
        'upload.cancelled': [...next],
      },
      invoke: {
        id: 'uploadFile',
        src: 'uploadFile',
        input: ({ context }) => ({ chosen: context.files[0] ?? null }),
        onDone: [whenKind('refused', { target: 'refused', actions: 'showProblem' }), ...next],
        onError: 'notUploaded',
      },
    },
    /** The message stays while the others are sent. */
    refused: { always: [...next] },
    notUploaded: {
      on: {
        'upload.retried': 'uploading',
        'connection.restored': 'uploading',
        'upload.cancelled': [...next],
        'files.chosen': { actions: withEvent('addFiles') },
      },
    },
  },
})
