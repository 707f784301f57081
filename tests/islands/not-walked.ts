const whileAsked = 'While a person is asked whether to leave, the page offers nothing else.'
const bug = 'A part of the flow that throws is a bug: no answer of the API leads there.'

/** Transitions that no island test walks, and why. `npm run paths` refuses one that is walked. */
export const NOT_WALKED: Record<string, string> = {
  'recordEditing.editing.leaving on record.submitted [0]': whileAsked,
  'recordEditing.editing.leaving on deletion.requested [0]': whileAsked,
  'recordEditing.editing.leaving on editing.left [0]': whileAsked,
  'adviceWriting.writing.leaving on advice.submitted [0]': whileAsked,
  'adviceWriting.writing.leaving on form.left [0]': whileAsked,
  'profile.editing.leaving on details.submitted [0]': whileAsked,
  'profile.editing.leaving on editing.left [0]': whileAsked,
  'slotChoice.resuming on xstate.error.actor.restoreDraft [0]': bug,
  'slotChoice.choosing on xstate.error.actor.weekChoice [0]': bug,
  'slotChoice.checkingOut on xstate.error.actor.checkout [0]': bug,
  'formFilling.filling on xstate.error.actor.answerSaving [0]': bug,
  'formFilling.filling on xstate.error.actor.fileSending [0]': bug,
  'checkout on xstate.error.actor.holdRenewal [0]': bug,
  'checkout.open.comparing on xstate.error.actor.findClash [0]': bug,
  'checkout.open.identifying on xstate.error.actor.guestBooking [0]': bug,
  'checkout.confirming on xstate.error.actor.bookingSubmission [0]': bug,
}
