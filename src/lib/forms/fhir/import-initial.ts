import type { GroupedItem } from '../../contract/forms/form-item.ts'
import { readAnswer } from '../read-answer.ts'
import { type FhirNode, findChild, findChildren } from './fhir-node.ts'
import { importedAnswer } from './import-answers.ts'
import { addToReport, type ItemSource, markValue, type QuestionnaireReading } from './importing.ts'

const initialKinds = ['Boolean', 'Decimal', 'Integer', 'Date', 'DateTime', 'Time', 'String']

/**
 * A value of another kind stays unread; the report names one that is no answer to the question, and
 * one beside options that are selected.
 */
export function withInitial(
  importing: QuestionnaireReading,
  source: ItemSource,
  item: GroupedItem,
): GroupedItem {
  const { node } = source
  const given = findChildren(node, 'initial').flatMap((each) => {
    const value = [...initialKinds, 'Uri', 'Coding', 'Quantity'].flatMap((kind) => {
      const found = findChild(each, `value${kind}`)
      return found ? [{ kind: kind === 'Uri' ? 'String' : kind, value: found }] : []
    })[0]
    const answer = value && beginning(importing, item, value)
    return value && answer !== undefined ? [{ value: value.value, answer }] : []
  })
  const [first] = given
  if (!first) return item
  if ('initial' in item && item.initial !== undefined) {
    for (const { value } of given) markValue(importing.marks, value)
    const others = given.filter(({ answer }) => ![item.initial].flat().includes(answer as never))
    const texts = others.map(({ answer }) => String(answer)).join(', ')
    const message = `It begins with the options that are selected, and not with: ${texts}`
    if (others.length > 0)
      addToReport(importing, 'unsafe', node, source.name, message.slice(0, 5_000))
    return item
  }
  if (item.type === 'checkboxes') {
    const initial = [...new Set(given.map(({ answer }) => String(answer)))]
    const alone = item.options.find(({ value, exclusive }) => exclusive && initial.includes(value))
    if (alone && initial.length > 1) return item
    for (const { value } of given) markValue(importing.marks, value)
    return ifAnswer(importing, source, item, initial)
  }
  markValue(importing.marks, first.value)
  return first.answer === false ? item : ifAnswer(importing, source, item, first.answer)
}

function ifAnswer(
  importing: QuestionnaireReading,
  { node, name }: ItemSource,
  item: GroupedItem,
  initial: string | number | boolean | string[],
): GroupedItem {
  const { problem } = readAnswer(item, initial)
  if (problem === undefined) return { ...item, initial } as GroupedItem
  const was = [initial].flat().join(', ').slice(0, 5_000)
  const message = `What it begins with is left out: ${problem}. It was: ${was}`
  addToReport(importing, 'unsafe', node, name, message)
  return item
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
