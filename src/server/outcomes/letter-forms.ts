import { formatDate } from '#lib/dates/format-date-time.ts'
import { evaluateForm, type ShownItem } from '#lib/forms/evaluate-form.ts'
import { formatShownAnswer } from '#lib/forms/format-answer.ts'
import type { LetterContext } from '#lib/outcomes/letter-names.ts'
import type { Executor } from '../database/connection.ts'
import { submittedAnswers, submittedFormRows, versionContent } from '../forms/form-rows.ts'
import { everything } from '../forms/form-viewer.ts'
import { clinicDay } from '../forms/present-form.ts'
import type { Call } from '../http/implement.ts'

type LetterForms = LetterContext['forms']

/**
 * The template decides what a letter says of submitted forms. Hidden questions and replaced forms
 * are left out.
 */
export async function letterForms(
  executor: Executor,
  call: Pick<Call, 'services'>,
  appointmentId: number,
): Promise<LetterForms> {
  const rows = await submittedFormRows(executor, { sees: everything, seesForm: everything })
    .where('saved_form.appointment_id', '=', appointmentId)
    .where('amendment.id', 'is', null)
    .orderBy('submitted_form.id')
    .execute()
  const forms: LetterForms = []
  for (const row of rows) {
    const { items } = await versionContent(call, executor, row)
    const answers = await submittedAnswers(executor, row.id)
    const { pages } = evaluateForm(items, answers, { on: clinicDay(call, row.submitted) })
    forms.push({
      name: row.eform_name,
      title: row.eform_title || row.eform_name,
      date: formatDate(row.submitted, call.services.settings.CLINIC_TIME_ZONE),
      answers: pages.flatMap((page) => page.items.flatMap(answersTo)),
    })
  }
  return forms
}

/**
 * The keys are the name of the form and the id of the question; entries of a group each have a
 * line.
 */
export const answersByForm = (forms: LetterForms): LetterContext['answers'] =>
  Object.fromEntries(
    forms.map(({ name, answers }) => {
      const ids = [...new Set(answers.map(({ id }) => id))]
      return [name, Object.fromEntries(ids.map((id) => [id, findAnswers(answers, id)]))]
    }),
  )

const findAnswers = (answers: LetterForms[number]['answers'], id: string) =>
  answers
    .filter((each) => each.id === id)
    .map(({ answer }) => answer)
    .join('\n')

function answersTo(shown: ShownItem): LetterForms[number]['answers'] {
  const { item, entries, isUnread } = shown
  if (item.type === 'heading' || item.type === 'paragraph') return []
  if (item.type === 'group' && !isUnread) return (entries ?? []).flat().flatMap(answersTo)
  const answer = formatShownAnswer(shown).join(', ')
  return answer === '' ? [] : [{ id: item.id, question: item.label, answer }]
}
