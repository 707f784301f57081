import type { Answers, AnswerToQuestion } from '../../contract/forms/form-answers.ts'
import type { FormItem } from '../../contract/forms/form-item.ts'
import { isFiles, isSignature } from '../answer-kinds.ts'
import { evaluateForm, type ShownItem } from '../evaluate-form.ts'
import { exportedAnswer, type FhirJson } from './export-answers.ts'

type SubmittedAnswers = {
  items: readonly FormItem[]
  answers: Answers
  on: string
}

type ResponseContext = {
  id: string
  questionnaire: string
  status: 'completed' | 'amended'
  authored: string
  author: FhirJson
  subject: FhirJson | null
  timeZone: string
  fileAddress: (id: string) => string | null
}

/**
 * It is nested as the exported questionnaire is, and has what the form showed, and nothing else.
 */
export function exportResponse(
  { items, answers, on }: SubmittedAnswers,
  context: ResponseContext,
): FhirJson {
  const { pages } = evaluateForm(items, answers, { on })
  const item = pages.flatMap(({ page, items: shown }): FhirJson[] => {
    const inside = shown.flatMap((each) => answeredItem(each, context))
    if (!page) return inside
    return inside.length > 0 ? [{ linkId: page.id, text: page.label, item: inside }] : []
  })
  const { id, questionnaire, status, authored, author, subject } = context
  return {
    resourceType: 'QuestionnaireResponse',
    id,
    questionnaire,
    status,
    ...(subject && { subject }),
    authored,
    author,
    ...(item.length > 0 && { item }),
  }
}

const DATA_ABSENT = 'http://hl7.org/fhir/StructureDefinition/data-absent-reason'

/** A group has an item for each of its entries. */
function answeredItem(shown: ShownItem, context: ResponseContext): FhirJson[] {
  const { item, value, entries, isUnread } = shown
  if (isUnread) {
    const extension = [{ url: DATA_ABSENT, valueCode: 'error' }]
    return [{ linkId: item.id, text: itemText(item), extension }]
  }
  if (entries) {
    return entries.flatMap((entry) => {
      const inside = entry.flatMap((each) => answeredItem(each, context))
      return inside.length > 0 ? [{ linkId: item.id, text: itemText(item), item: inside }] : []
    })
  }
  if (value === undefined || item.type === 'group') return []
  const answer = toAnswers({ ...shown, item }, value, context)
  return answer.length > 0 ? [{ linkId: item.id, text: itemText(item), answer }] : []
}

const itemText = (item: ShownItem['item']) => (item.type === 'paragraph' ? item.text : item.label)

function toAnswers(
  { item }: ShownItem,
  value: AnswerToQuestion,
  { timeZone, fileAddress }: ResponseContext,
): FhirJson[] {
  if (item.type === 'group') return []
  if (isSignature(value)) return [{ valueAttachment: toSignature(value) }]
  if (isFiles(value)) {
    return value.map(({ id, name, type, bytes }) => {
      const url = fileAddress(id)
      return {
        valueAttachment: { contentType: type, title: name, size: bytes, ...(url && { url }) },
      }
    })
  }
  const values = Array.isArray(value) ? (value as string[]) : [value]
  return values.flatMap((each): FhirJson[] => {
    const answer = exportedAnswer(item, each, timeZone)
    return answer ? [answer] : []
  })
}

const toSignature = ({ name, signed_on }: { name: string; signed_on: string }): FhirJson => ({
  contentType: 'text/plain',
  title: `Signed by ${name}`,
  creation: signed_on,
})
