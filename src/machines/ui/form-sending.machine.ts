import { assign, setup } from 'xstate'
import type { FieldErrors } from '#lib/contract/errors.ts'
import { isKind, whenKind } from '../actor-result.ts'
import { providedActor } from '../provided-actor.ts'

export type SendFormResult =
  | { kind: 'sent' }
  | { kind: 'refused'; reason: string; fields: FieldErrors }

export type FormSendingEvent<Values> = { type: 'form.submitted'; values: Values }

type Context<Values> = { values: Values | null; reason: string; refusedFields: FieldErrors }

/** Sends a form. What is entered is the form's; here is what is on its way. */
export function formSending<Values>() {
  return setup({
    types: { context: {} as Context<Values>, events: {} as FormSendingEvent<Values> },
    actors: { sendForm: providedActor<SendFormResult, { values: Values | null }>() },
    actions: {
      showRefusal: assign((_, { reason, fields }: { reason: string; fields: FieldErrors }) => ({
        reason,
        refusedFields: fields,
      })),
      forgetValues: assign({ values: null }),
    },
  }).createMachine({
    id: 'formSending',
    context: { values: null, reason: '', refusedFields: {} },
    initial: 'preparing',
    states: {
      preparing: {
        initial: 'answering',
        on: {
          'form.submitted': {
            target: 'sending',
            actions: assign(({ event }) => ({
              values: event.values,
              reason: '',
              refusedFields: {},
            })),
          },
        },
        states: {
          answering: {},
          refused: {},
          /** Nobody knows whether it arrived: sent again as it is, it counts once. */
          failed: {},
        },
      },
      sending: {
        exit: 'forgetValues',
        invoke: {
          id: 'sendForm',
          src: 'sendForm',
          input: ({ context: { values } }) => ({ values }),
          onDone: [
            { guard: isKind('sent'), target: 'sent' },
            whenKind('refused', { target: 'preparing.refused', actions: 'showRefusal' }),
          ],
          onError: 'preparing.failed',
        },
      },
      sent: { type: 'final' },
    },
  })
}

/** The machine for any form, as it is drawn and walked. */
export const formSendingMachine = formSending<unknown>()
