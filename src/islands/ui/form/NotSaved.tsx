import { FormAlert } from '../feedback/FormAlert.tsx'

type NotSavedProps = {
  is: (condition: 'failed' | 'signedOut' | 'notAllowed') => boolean
  needed: string
  why?: string
}

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
      <FormAlert look="banner-warn" takesFocus={false}>
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
