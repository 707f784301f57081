import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { personLookups } from '../../people/person/lookups.ts'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import type { StepProps } from '../step-props.ts'
import type { GuestFormProps } from '../view-props.ts'
import { answersOf, completedBy } from './guest-answers.ts'

/**
 * The guest form as the flow sees it: what was typed before, what the server refused, and its
 * loading flag (specification, section 4). Null while nobody is being asked.
 */
export function useGuestFormProps({ actor, snapshot, deps }: StepProps): GuestFormProps | null {
  const { api, drafts } = deps
  const child = snapshot.children.guestBooking
  const asked = useSelector(child, (state) => state)
  const lookups = useMemo(() => personLookups(api), [api])
  if (!child || !asked) return null
  const { guest, refusedFields, waitSeconds, viewer } = asked.context
  const { details, typedAsGuest } = drafts.read()
  const isWaiting = asked.matches('rateLimited')
  return {
    ...lookups,
    initialValues: details ?? (guest ? completedBy(answersOf(guest), typedAsGuest) : {}),
    isFromLastBooking: snapshot.context.guest?.hasBooked ?? false,
    onDraftChange: (details) => {
      // The form hands over its last words as it goes, also when all is to be forgotten.
      const now = actor.getSnapshot()
      if (now.matches('releasing')) return
      if (now.context.viewer === viewer) drafts.change({ details })
      // Signed in in between.
      else if (viewer === null) drafts.change({ typedAsGuest: details })
    },
    onSubmit: (submission) =>
      child.send({
        type: 'details.submitted',
        details: { guest: submission.guest, gp_surgery: submission.draft.gp_surgery },
      }),
    pending: isWaiting || asked.matches('savingDetails'),
    serverErrors: refusedFields,
    alert: asked.matches('saveFailed') ? (
      <FormAlert look="banner-danger">
        We could not save your details. Everything you entered is still here: check your connection
        and try again.
      </FormAlert>
    ) : isWaiting ? (
      <FormAlert look="banner-warning" takesFocus={false}>
        We are very busy at the moment. We will save your details automatically in {waitSeconds}{' '}
        seconds.
      </FormAlert>
    ) : null,
  }
}
