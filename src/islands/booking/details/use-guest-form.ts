import { useEffect, useRef, useState } from 'react'
import type { useForm } from 'react-hook-form'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { GuestUserWrite } from '#lib/contract/people.ts'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import { emptyGuestDraft, type GuestDraft, type GuestSubmission } from './guest-draft.ts'
import {
  type GuestField,
  guestFields,
  guestResolver,
  guestResolverAfter,
  parseGuestField,
} from './guest-validation.ts'

const PAUSE_MS = 500

export type GuestFormInput = {
  initialValues?: Partial<GuestDraft>
  isFromLastBooking?: boolean
  onDraftChange?: (draft: GuestDraft) => void
  onSubmit: (guest: GuestSubmission) => void
  pending: boolean
  serverErrors?: FieldErrors
}

export function useGuestForm(props: GuestFormInput, idOf: (field: GuestField) => string) {
  const { initialValues, onDraftChange, onSubmit, pending, serverErrors } = props
  const [resolver] = useState(() =>
    props.isFromLastBooking ? guestResolverAfter(knownAnswers(initialValues)) : guestResolver,
  )
  const state = useQuestionForm<GuestDraft, GuestField, GuestUserWrite>({
    defaultValues: knownAnswers(initialValues),
    resolver,
    questions: guestFields,
    questionOf: parseGuestField,
    idOf,
    pending,
    serverErrors,
    onSubmit: (guest, draft) => onSubmit({ guest, draft }),
  })
  const storeDraftNow = useStoredDraft(state.form, onDraftChange)
  const submit = () => {
    if (!pending) storeDraftNow()
    state.submit()
  }
  return { ...state, submit }
}

export type GuestFormState = ReturnType<typeof useGuestForm>

function knownAnswers(initial: Partial<GuestDraft> = {}): GuestDraft {
  const known = guestFields.filter((field) => initial[field] !== undefined)
  return {
    ...emptyGuestDraft,
    ...Object.fromEntries(known.map((field) => [field, initial[field]])),
  }
}

/** Hands the draft over after a pause in typing, and at once when the form or the page goes. */
function useStoredDraft(
  form: Pick<
    ReturnType<typeof useForm<GuestDraft, unknown, GuestUserWrite>>,
    'subscribe' | 'getValues'
  >,
  onDraftChange: GuestFormInput['onDraftChange'],
): () => void {
  const store = useRef(onDraftChange)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    store.current = onDraftChange
  })
  const { subscribe, getValues } = form
  const storeNow = useRef(() => {
    if (timer.current === null) return
    clearTimeout(timer.current)
    timer.current = null
    store.current?.(structuredClone(getValues()))
  })
  useEffect(() => {
    const now = storeNow.current
    const leave = subscribe({
      formState: { values: true },
      callback: () => {
        if (timer.current !== null) clearTimeout(timer.current)
        timer.current = setTimeout(now, PAUSE_MS)
      },
    })
    window.addEventListener('pagehide', now)
    return () => {
      leave()
      window.removeEventListener('pagehide', now)
      now()
    }
  }, [subscribe])
  return storeNow.current
}
