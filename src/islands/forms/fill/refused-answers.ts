import type { FieldErrors } from '#lib/contract/errors.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { allItems } from '#lib/contract/forms/item-lists.ts'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'

export function refusedAnswers(items: readonly FormItem[], fields: FieldErrors) {
  const refused = Object.entries(fields).flatMap(([field, messages]) =>
    messages.map((message) => ({ path: field.replace(/^answers\./, ''), message })),
  )
  return {
    byPath: new Map(refused.map(({ path, message }) => [path, message])),
    sentences: refused.map(({ path, message }) => {
      const id = path.split('.').at(-1)
      const item = allItems(items).find((each) => each.id === id)
      return questionWithMessage(item && 'label' in item ? item.label : '', message)
    }),
  }
}
