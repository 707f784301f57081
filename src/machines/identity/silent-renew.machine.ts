import { assign, emit, setup } from 'xstate'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

type ReadUserResult = { kind: 'absent' } | { kind: 'present' } | { kind: 'expired' }

type RenewTokenResult =
  | { kind: 'renewed' }
  | { kind: 'userChanged' }
  | { kind: 'anonymous' }
  | { kind: 'anotherSubject' }
  | { kind: 'timedOut' }
  /** `code` is a word of the protocol or of ours, and says nothing of a person. */
  | { kind: 'failed'; code: string }

type CheckSignedInResult = { kind: 'signedIn' } | { kind: 'signedOut' }

type ReloadPageResult = { kind: 'reloading' } | { kind: 'unsavedWork' } | { kind: 'reloadedLately' }

type SilentRenewEvent =
  | { type: 'token.expiring' }
  | { type: 'token.expired' }
  | { type: 'user.changed' }
  | { type: 'connection.lost' }
  | { type: 'connection.restored' }
  | { type: 'offer.accepted' }
  | { type: 'offer.dismissed' }

type SilentRenewEmitted = { type: 'silentRenew.failed'; code: string }

type SilentRenewContext = {
  online: boolean
  expired: boolean
  retried: boolean
  /** It says why the provider would not renew. */
  refusal: 'anonymous' | 'anotherSubject' | null
}

export const RETRY_AFTER_MS = 5_000

/**
 * Keeps the identity-provider user of a signed-in page alive.
 * A token that ends while it is being renewed, or before a time-out was tried again once, is not
 * given up yet: a laptop that wakes up hears of both at once, before it has a network. Nor is
 * anything given up offline, where loading the page again would leave none.
 */
export const silentRenewMachine = setup({
  types: {
    context: {} as SilentRenewContext,
    events: {} as SilentRenewEvent,
    emitted: {} as SilentRenewEmitted,
    input: {} as { online: boolean },
  },
  actors: {
    readUser: providedActor<ReadUserResult>(),
    renewToken: providedActor<RenewTokenResult>(),
    removeUser: providedActor<void>(),
    checkSignedIn: providedActor<CheckSignedInResult>(),
    reloadPage: providedActor<ReloadPageResult, { isRequested: boolean }>(),
  },
  actions: {
    noteOnline: assign({ online: true }),
    noteOffline: assign({ online: false }),
    noteExpired: assign({ expired: true }),
    noteRetry: assign({ retried: true }),
    startAfresh: assign({ expired: false, retried: false, refusal: null }),
    noteRefusal: assign({
      refusal: (_, params: { kind: 'anonymous' | 'anotherSubject' }) => params.kind,
    }),
    raiseFailure: emit((_, params: { code: string }) => ({
      type: 'silentRenew.failed' as const,
      code: params.code,
    })),
  },
  guards: {
    isOffline: ({ context }) => !context.online,
    isExpired: ({ context }) => context.expired,
    isWorthRetrying: ({ context }) => !context.expired || !context.retried,
    isAnotherSubject: ({ context }) => context.refusal === 'anotherSubject',
  },
  delays: { beforeRetry: RETRY_AFTER_MS },
}).createMachine({
  id: 'silentRenew',
  context: ({ input }) => ({ online: input.online, expired: false, retried: false, refusal: null }),
  initial: 'reading',
  on: {
    'connection.lost': { actions: 'noteOffline' },
    'connection.restored': { actions: 'noteOnline' },
  },
  states: {
    reading: {
      entry: 'startAfresh',
      invoke: {
        id: 'readUser',
        src: 'readUser',
        onDone: [
          { guard: isKind('absent'), target: 'absent' },
          { guard: isKind('present'), target: 'watching' },
          { target: 'due', actions: 'noteExpired' },
        ],
        onError: 'absent',
      },
      on: { 'user.changed': { target: 'reading', reenter: true } },
    },
    absent: { on: { 'user.changed': 'reading' } },
    watching: {
      on: {
        'token.expiring': 'due',
        'token.expired': { target: 'due', actions: 'noteExpired' },
        'user.changed': 'reading',
      },
    },
    due: { always: [{ guard: 'isOffline', target: 'offline' }, { target: 'renewing' }] },
    renewing: {
      invoke: {
        id: 'renewToken',
        src: 'renewToken',
        onDone: [
          { guard: isKind('renewed'), target: 'watching', actions: 'startAfresh' },
          { guard: isKind('userChanged'), target: 'reading' },
          whenKind(['anonymous', 'anotherSubject'], {
            target: 'forgetting',
            actions: 'noteRefusal',
          }),
          { guard: 'isOffline', target: 'offline' },
          { guard: isKind('timedOut'), target: 'timedOut' },
          whenKind('failed', { target: 'failing', actions: 'raiseFailure' }),
        ],
        onError: [
          { guard: 'isOffline', target: 'offline' },
          { target: 'failing', actions: { type: 'raiseFailure', params: { code: 'unexpected' } } },
        ],
      },
      on: { 'token.expired': { actions: 'noteExpired' } },
    },
    offline: {
      on: {
        'connection.restored': { target: 'renewing', actions: 'noteOnline' },
        'token.expired': { actions: 'noteExpired' },
        'user.changed': 'reading',
      },
    },
    timedOut: {
      always: [{ guard: 'isWorthRetrying', target: 'waitingToRetry' }, { target: 'clearing' }],
    },
    waitingToRetry: {
      after: { beforeRetry: { target: 'renewing', actions: 'noteRetry' } },
      on: {
        'connection.lost': { target: 'offline', actions: 'noteOffline' },
        'token.expired': { actions: 'noteExpired' },
        'user.changed': 'reading',
      },
    },
    failing: { always: [{ guard: 'isExpired', target: 'clearing' }, { target: 'failed' }] },
    failed: {
      on: {
        'connection.restored': { target: 'renewing', actions: 'noteOnline' },
        'token.expired': [
          { guard: 'isOffline', target: 'offline', actions: 'noteExpired' },
          { target: 'clearing', actions: 'noteExpired' },
        ],
        'user.changed': 'reading',
      },
    },
    forgetting: {
      invoke: {
        id: 'removeUser',
        src: 'removeUser',
        onDone: 'refused',
        onError: 'refused',
      },
    },
    refused: {
      always: [
        { guard: 'isAnotherSubject', target: 'signInOffered' },
        { target: 'checkingSession' },
      ],
    },
    checkingSession: {
      invoke: {
        id: 'checkSignedIn',
        src: 'checkSignedIn',
        onDone: [{ guard: isKind('signedIn'), target: 'absent' }, { target: 'signInOffered' }],
        onError: 'absent',
      },
      on: { 'user.changed': 'reading' },
    },
    signInOffered: { on: { 'offer.dismissed': 'absent', 'user.changed': 'reading' } },
    clearing: {
      invoke: {
        id: 'removeUser',
        src: 'removeUser',
        onDone: 'reloading',
        // Loaded again, the page would find it again.
        onError: 'reloadOffered',
      },
    },
    reloading: {
      invoke: {
        id: 'reloadPage',
        src: 'reloadPage',
        input: ({ event }) => ({ isRequested: event.type === 'offer.accepted' }),
        onDone: [{ guard: isKind('reloading'), target: 'reloaded' }, { target: 'reloadOffered' }],
        onError: 'reloadOffered',
      },
    },
    reloadOffered: {
      on: {
        'offer.accepted': 'reloading',
        'offer.dismissed': 'absent',
        'user.changed': 'reading',
      },
    },
    reloaded: {},
  },
})
