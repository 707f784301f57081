import { useMemo } from 'react'
import { personLookups } from '../../people/person/lookups.ts'
import { useBooking } from '../use-booking.ts'
import { fixedAnswers } from './fixed-answers.ts'
import type { GuestFormProps } from './GuestForm.tsx'
import { GuestFormAlert } from './GuestFormAlert.tsx'
import { toGuestAnswers } from './guest-answers.ts'
import { emptyGuestDraft, type GuestDraft } from './guest-draft.ts'

/** It is null while no form is open. */
export function useGuestFormProps(): GuestFormProps | null {
  const { data, send, page } = useBooking()
  const { api } = page.deps
  const lookups = useMemo(() => personLookups(api), [api])
  const { checkout, draft } = data
  if (!checkout?.form) return null
  const { viewer, guest, refusedFields, waitSeconds, state } = checkout.form
  const { details, typedAsGuest, isForOther } = draft
  const isWaiting = state === 'rateLimited'
  return {
    ...lookups,
    sendsEmail: page.settings.sendsEmail,
    sendsTexts: page.settings.sendsTexts,
    initialValues: details ?? (guest ? completedBy(toGuestAnswers(guest), typedAsGuest) : {}),
    fixed: fixedAnswers(viewer, guest),
    isForOther,
    isFromLastBooking: checkout.guest?.hasBooked ?? false,
    onDraftChange: (typed) => send({ type: 'details.typed', viewer, details: typed }),
    onSubmit: (submission) =>
      send({
        type: 'details.submitted',
        details: { guest: submission.guest, gp_surgery: submission.draft.gp_surgery },
      }),
    pending: isWaiting || state === 'savingDetails',
    serverErrors: refusedFields,
    alert: <GuestFormAlert {...{ state, waitSeconds }} />,
  }
}

/**
 * What somebody typed as a guest before they signed in fills what their record lacks, unless they
 * typed it about a person of another name.
 */
function completedBy(known: GuestDraft, typed: Partial<GuestDraft> | null): GuestDraft {
  const isSame = (field: 'first_name' | 'last_name') => {
    const text = typed?.[field]?.trim().toLowerCase()
    return !text || text === known[field].trim().toLowerCase()
  }
  if (!typed || !isSame('first_name') || !isSame('last_name')) return known
  const lacking = Object.keys(emptyGuestDraft).filter(
    (field) => !known[field as keyof GuestDraft] && typed[field as keyof GuestDraft],
  )
  return {
    ...known,
    ...Object.fromEntries(lacking.map((field) => [field, typed[field as keyof GuestDraft]])),
  }
}
