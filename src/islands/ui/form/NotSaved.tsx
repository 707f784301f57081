import { FormAlert } from '../feedback/FormAlert.tsx'

type NotSavedProps = {
  is: (condition: 'failed' | 'signedOut' | 'notAllowed') => boolean
  /** What it needs, within a sentence: "it needs a permission that you do not have". */
  needed: string
  /** Of what is not allowed: a sentence of the API that says more. */
  why?: string
}

/** Beside the buttons of a form: why it was not saved, where no field is to blame. */
export function NotSaved({ is, needed, why }: NotSavedProps) {
  if (is('failed')) {
    return (
      <FormAlert look="banner-danger">
        We did not get an answer from the service. Everything you entered is still here. Try again.
      </FormAlert>
    )
  }
  if (is('signedOut')) {
    return (
      <FormAlert look="banner-warning" takesFocus={false}>
        Nothing has been saved, because you need to sign in again. Sign in, then save.
      </FormAlert>
    )
  }
  if (is('notAllowed')) {
    const text = why ? `Nothing has been saved. ${why}` : `You cannot do this: ${needed}.`
    return <FormAlert look="banner-danger">{text}</FormAlert>
  }
  return null
}
