import type { Answer, Answers, Signature } from '../contract/forms/form-answers.ts'
import type { FormItem } from '../contract/forms/form-item.ts'
import { isExactDate } from '../dates/date-parts.ts'
import { isEntry, isSameAnswer, isSignature } from './answer-kinds.ts'

type Signed = { item: string; signature: Signature }

/**
 * Answers whose signatures have the day on which they were made, whatever came with them: a known one
 * keeps its day, another is of today.
 * @param known what was stored before.
 * @param on `YYYY-MM-DD`, today in the clinic's zone.
 */
export function dateSignatures(
  items: readonly FormItem[],
  answers: Answers,
  { known, on }: { known: Answers; on: string },
): Answers {
  const earlier: Signed[] = []
  eachSignature(items, known, (signed) => {
    const { signed_on } = signed.signature
    if (isExactDate(signed_on) && signed_on <= on) earlier.push(signed)
    return signed.signature
  })
  return eachSignature(items, answers, ({ item, signature }) => {
    const same = earlier.find(
      (each) =>
        each.item === item &&
        isSameAnswer({ ...each.signature, signed_on: '' }, { ...signature, signed_on: '' }),
    )
    return { ...signature, signed_on: same?.signature.signed_on ?? on }
  })
}

function eachSignature(
  items: readonly FormItem[],
  answers: Answers,
  change: (signed: Signed) => Signature,
): Answers {
  const changed = (of: readonly FormItem[], given: Answers): Answers =>
    Object.fromEntries(
      Object.entries(given).map(([id, answer]): [string, Answer] => {
        const item = of.find((each) => each.id === id)
        if (item?.type === 'signature' && isSignature(answer)) {
          return [id, change({ item: id, signature: answer })]
        }
        if (item?.type !== 'group' || !Array.isArray(answer)) return [id, answer]
        const entries = (answer as unknown[]).map((entry) =>
          isEntry(entry) ? changed(item.items, entry) : entry,
        )
        return [id, entries as Answer]
      }),
    )
  return changed(items, answers)
}
