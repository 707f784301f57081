import { assign, emit, setup } from 'xstate'
import type { AnsweredFile } from '#lib/contract/forms/form-answers.ts'
import { whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'
import { withEvent } from '../with-event.ts'

type ChosenFile = { path: string; item: string; file: File }

type FileStoredEvent = { type: 'file.stored'; path: string; file: AnsweredFile }

type FileSendingEvent =
  | { type: 'files.chosen'; files: ChosenFile[] }
  | { type: 'upload.advanced'; fraction: number }
  | { type: 'upload.retried' }
  | { type: 'upload.cancelled' }
  | { type: 'connection.restored' }

type UploadFileResult =
  | { kind: 'uploaded'; file: AnsweredFile }
  | { kind: 'refused'; detail: string }

type FileSendingContext = {
  files: ChosenFile[]
  fraction: number
  problem: { path: string; detail: string } | null
}

type FileUpload = { chosen: ChosenFile | null; onProgress: (fraction: number) => void }

const next = [
  { guard: 'hasMore', target: 'uploading', reenter: true, actions: 'dropFirst' },
  { target: 'idle', actions: 'dropFirst' },
] as const

export const fileSendingMachine = setup({
  types: {
    context: {} as FileSendingContext,
    events: {} as FileSendingEvent,
    emitted: {} as FileStoredEvent,
  },
  actors: { uploadFile: providedActor<UploadFileResult, FileUpload>() },
  actions: {
    addFiles: assign({
      files: ({ context }, params: { files: ChosenFile[] }) => [...context.files, ...params.files],
      problem: null,
    }),
    begin: assign({ fraction: 0 }),
    advance: assign({ fraction: (_, params: { fraction: number }) => params.fraction }),
    announceStored: emit(({ context: { files } }, params: { file: AnsweredFile }) => ({
      type: 'file.stored' as const,
      path: files[0]?.path ?? '',
      file: params.file,
    })),
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
  context: { files: [], fraction: 0, problem: null },
  initial: 'idle',
  states: {
    idle: { on: { 'files.chosen': { target: 'uploading', actions: withEvent('addFiles') } } },
    uploading: {
      entry: 'begin',
      on: {
        'upload.advanced': { actions: withEvent('advance') },
        'files.chosen': { actions: withEvent('addFiles') },
        'upload.cancelled': [...next],
      },
      invoke: {
        id: 'uploadFile',
        src: 'uploadFile',
        input: ({ context, self }) => ({
          chosen: context.files[0] ?? null,
          onProgress: (fraction: number) => self.send({ type: 'upload.advanced', fraction }),
        }),
        onDone: [
          whenKind('refused', { target: 'refused', actions: 'showProblem' }),
          whenKind('uploaded', { target: 'stored', actions: 'announceStored' }),
        ],
        onError: 'notUploaded',
      },
    },
    stored: { always: [...next] },
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
