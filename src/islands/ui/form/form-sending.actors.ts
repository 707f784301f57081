import { fromPromise } from 'xstate'
import { refusalOf, sentenceOf } from '#lib/api/refusals.ts'
import { formSending, type SendFormResult } from '#machines/ui/form-sending.machine.ts'

/** @param send throws what the API client throws. */
export function formSendingWith<Values>(send: (values: Values) => Promise<void>) {
  return formSending<Values>().provide({
    actors: {
      sendForm: fromPromise<SendFormResult, { values: Values | null }>(
        async ({ input: { values } }) => {
          if (values === null) throw new Error('There is nothing to send')
          try {
            await send(values)
            return { kind: 'sent' }
          } catch (error) {
            const { status, detail, fields } = refusalOf(error)
            return { kind: 'refused', reason: status === 400 ? sentenceOf(fields) : detail, fields }
          }
        },
      ),
    },
  })
}
