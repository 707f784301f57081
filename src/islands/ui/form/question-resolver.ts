import './zod-without-eval.ts'

import type { FieldError, FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { normalValues } from '#lib/contract/normal-text.ts'

type Rules<Draft extends FieldValues, Written> = {
  schema: z.ZodType<Written>
  toWrite: (draft: Draft) => unknown
  questionOf: (field: string) => Path<Draft> | undefined
  ownProblems: (draft: Draft) => Partial<Record<Path<Draft>, string>>
}

/** Checks what was typed as the server does, by the contract's schema; one message for each question. */
export function questionResolver<Draft extends FieldValues, Written extends FieldValues>({
  schema,
  toWrite,
  questionOf,
  ownProblems,
}: Rules<Draft, Written>): Resolver<Draft, unknown, Written> {
  return (typed) => {
    const draft = normalValues(typed) as Draft
    const result = schema.safeParse(toWrite(draft))
    if (result.success) return { values: result.data, errors: {} }
    const messages: Partial<Record<string, string>> = {}
    for (const issue of result.error.issues) {
      const question = questionOf(String(issue.path[0]))
      if (question) messages[question] ??= issue.message
    }
    Object.assign(messages, ownProblems(draft))
    const errors: Record<string, FieldError> = {}
    for (const [question, message] of Object.entries(messages)) {
      if (message) errors[question] = { type: 'validate', message }
    }
    return { values: {}, errors: errors as FieldErrors<Draft> }
  }
}
