import { FormAlert } from '../../ui/feedback/FormAlert.tsx'

/** It says what became of details that were sent, by the state of `guestBooking`. */
export function GuestFormAlert({ state, waitSeconds }: { state: string; waitSeconds: number }) {
  if (state === 'saveFailed') {
    return (
      <FormAlert look="banner-danger">
        We could not save your details. Everything you entered is still here: check your connection
        and try again.
      </FormAlert>
    )
  }
  if (state !== 'rateLimited') return null
  return (
    <FormAlert look="banner-warn" takesFocus={false}>
      We are very busy at the moment. We will save your details automatically in {waitSeconds}{' '}
      seconds.
    </FormAlert>
  )
}
