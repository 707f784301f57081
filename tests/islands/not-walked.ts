const whileAsked = 'While a person is asked whether to leave, the page offers nothing else.'
const bug = 'A part of the flow that throws is a bug: no answer of the API leads there.'

/** Transitions that no island test walks, and why. `npm run paths` refuses one that is walked. */
export const NOT_WALKED: Record<string, string> = {
  'recordEditing.editing.leaving on record.submitted [0]': whileAsked,
  'recordEditing.editing.leaving on deletion.wanted [0]': whileAsked,
  'recordEditing.editing.leaving on editing.left [0]': whileAsked,
  'profile.editing.leaving on details.submitted [0]': whileAsked,
  'profile.editing.leaving on editing.left [0]': whileAsked,
  'booking.resuming on xstate.error.actor.restoreDraft [0]': bug,
  'booking.held on xstate.error.actor.holdKeeping [0]': bug,
  'booking.held.comparing on xstate.error.actor.findClash [0]': bug,
  'booking.held.identifying on xstate.error.actor.guestBooking [0]': bug,
  'booking.held.confirming on xstate.error.actor.bookingSubmission [0]': bug,
  'booking.held.comparing on time.changed [0]':
    'No button leads there: only the browser’s Back button, while clashes are looked for.',
  'guestBooking.checkingGuest on xstate.done.actor.checkGuest [0]':
    'No answer alone leads there: the guest must change while their details are being changed.',
  'guestBooking.savingDetails on xstate.done.actor.saveGuest [5]':
    'A new guest has no token that the API could refuse to know.',
}
