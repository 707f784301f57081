import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { GuestUserWrite } from '#lib/contract/people.ts'
import type { SummarisedError } from '../../ui/ErrorSummary.tsx'
import { useSettledBlur } from '../../ui/use-settled-blur.ts'
import { emptyGuestDraft, type GuestDraft } from './guest-draft.ts'
import { type GuestField, guestFieldOf, guestFields, guestResolver } from './guest-validation.ts'
import type { GuestFormProps } from './view-props.ts'

/** Typing pauses this long before the draft is kept. */
const PAUSE_MS = 500

type TextQuestion = Exclude<GuestField, 'gp_surgery'>

/**
 * The guest form's values, checks and messages. A question is checked when it is left with an
 * answer, or with a message, and all of them on submit. `idOf` names the control of a question.
 */
export function useGuestForm(props: GuestFormProps, idOf: (field: GuestField) => string) {
  const { initialValues, onDraftChange, onSubmit, pending, serverErrors } = props
  const form = useForm<GuestDraft, unknown, GuestUserWrite>({
    defaultValues: knownAnswers(initialValues),
    resolver: guestResolver,
    shouldFocusError: false,
  })
  const { errors } = form.formState
  const [attempt, setAttempt] = useState(0)
  const settledBlur = useSettledBlur()
  const keepDraftNow = useKeptDraft(form, onDraftChange)

  useEffect(() => {
    const refused = Object.entries(serverErrors ?? {})
    if (refused.length === 0) return
    for (const [name, messages] of refused) {
      const field = guestFieldOf(name)
      if (field) form.setError(field, { type: 'server', message: messages.join('. ') })
    }
    setAttempt((count) => count + 1)
  }, [serverErrors, form])

  const messageOf = (field: GuestField): string | undefined => errors[field]?.message
  const check = (field: GuestField) => {
    settledBlur(() => {
      if (form.getValues(field) || form.getFieldState(field).error) void form.trigger(field)
    })
  }
  const words = (field: GuestField) => ({ id: idOf(field), error: messageOf(field) })
  const text = (field: TextQuestion) => {
    const { onBlur, ...registered } = form.register(field)
    const blurred = (event: FocusEvent<HTMLInputElement>) => {
      void onBlur(event)
      check(field)
    }
    return { ...words(field), ...registered, onBlur: blurred }
  }
  const send = form.handleSubmit(
    (guest) => onSubmit({ guest, draft: form.getValues() }),
    () => setAttempt((count) => count + 1),
  )
  const submit = () => {
    if (pending) return
    keepDraftNow()
    void send()
  }
  const summary: SummarisedError[] = guestFields.flatMap((field) => {
    const message = messageOf(field)
    return message ? [{ message, fieldId: idOf(field) }] : []
  })
  for (const [name, messages] of Object.entries(serverErrors ?? {})) {
    if (!guestFieldOf(name)) summary.push(...messages.map((message) => ({ message })))
  }
  return { form, attempt, summary, text, words, check, submit }
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
function useKeptDraft(
  form: Pick<
    ReturnType<typeof useForm<GuestDraft, unknown, GuestUserWrite>>,
    'subscribe' | 'getValues'
  >,
  onDraftChange: GuestFormProps['onDraftChange'],
): () => void {
  const keep = useRef(onDraftChange)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    keep.current = onDraftChange
  })
  const { subscribe, getValues } = form
  const keepNow = useRef(() => {
    if (timer.current === null) return
    clearTimeout(timer.current)
    timer.current = null
    keep.current?.(structuredClone(getValues()))
  })
  useEffect(() => {
    const now = keepNow.current
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
  return keepNow.current
}
