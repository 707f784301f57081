import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { childOf, childrenOf, type FhirNode } from './fhir-node.ts'
import { importedAnswer } from './import-answers.ts'
import { type ItemSource, markValue, type QuestionnaireReading } from './importing.ts'

const initialKinds = ['Boolean', 'Decimal', 'Integer', 'Date', 'DateTime', 'Time', 'String']

/** What the question begins with. What it cannot begin with stays unread, and is reported. */
export function withInitial(
  importing: QuestionnaireReading,
  { node }: ItemSource,
  item: GroupedItem,
): GroupedItem {
  const given = childrenOf(node, 'initial').flatMap((each) => {
    const value = [...initialKinds, 'Uri', 'Coding', 'Quantity'].flatMap((kind) => {
      const found = childOf(each, `value${kind}`)
      return found ? [{ kind: kind === 'Uri' ? 'String' : kind, value: found }] : []
    })[0]
    const answer = value && beginning(importing, item, value)
    return value && answer !== undefined ? [{ value: value.value, answer }] : []
  })
  const [first] = given
  if (!first) return item
  if (item.type === 'checkboxes') {
    const initial = [...new Set(given.map(({ answer }) => String(answer)))]
    const alone = item.options.find(({ value, exclusive }) => exclusive && initial.includes(value))
    if (alone && initial.length > 1) return item
    for (const { value } of given) markValue(importing.marks, value)
    return { ...item, initial }
  }
  markValue(importing.marks, first.value)
  // An empty tick box is one that begins empty.
  return first.answer === false ? item : ({ ...item, initial: first.answer } as GroupedItem)
}

function beginning(
  importing: QuestionnaireReading,
  item: GroupedItem,
  given: { kind: string; value: FhirNode },
): string | number | boolean | undefined {
  if (!('label' in item) || item.type === 'calculated') return undefined
  if (item.type === 'heading' || item.type === 'file' || item.type === 'signature') return undefined
  if (item.type !== 'textarea') return importedAnswer(importing, item, given)
  const { value } = given.value
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
