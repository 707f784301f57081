import { useEffect, useRef } from 'react'
import type { FieldError, FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form'
import type { EnteredVaccination } from '#machines/vaccinations/vaccination-recording.types.ts'

type Problems<Draft> = Partial<Record<Extract<keyof Draft, string>, string | false | undefined>>

/** The server checks again: these are only what a form cannot go on without. */
export function problemResolver<Draft extends FieldValues, Written extends FieldValues>(
  problemsOf: (draft: Draft) => Problems<Draft>,
  writtenIn: (draft: Draft) => Written,
): Resolver<Draft, unknown, Written> {
  return (draft) => {
    const problems = Object.entries(problemsOf(draft)).filter(([, message]) => message)
    if (problems.length === 0) return { values: writtenIn(draft), errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const [field, message] of problems) {
      errors[field] = { type: 'validate', message: String(message) }
    }
    return { values: {}, errors: errors as FieldErrors<Draft> }
  }
}

export const sectionResolver = <Draft extends FieldValues>(
  problemsOf: (draft: Draft) => Problems<Draft>,
  enteredIn: (draft: Draft) => EnteredVaccination,
) => problemResolver<Draft, EnteredVaccination>(problemsOf, enteredIn)

export const fieldAmong =
  <Draft extends FieldValues>(questions: readonly Path<Draft>[]) =>
  (field: string) =>
    questions.find((question) => question === field)

/** It goes to what is chosen, else to the first field. */
export function useSectionFocus<E extends HTMLElement>(isRefused = false) {
  const section = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens
  useEffect(() => {
    const { current } = section
    if (!current) return
    const place =
      current.querySelector<HTMLElement>('input:checked') ??
      current.querySelector<HTMLElement>('input, select, textarea, button')
    if (!isRefused) place?.focus({ preventScroll: true })
    current.scrollIntoView?.({ block: 'nearest' })
  }, [])
  return section
}
