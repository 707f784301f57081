import type { StepProps } from '../step-props.ts'

/** Tells who is signed in what becomes of the answers. */
export function SavedToRecord({ snapshot }: Pick<StepProps, 'snapshot'>) {
  if (snapshot.context.viewer === null) return null
  return (
    <p>These are the details we have for you. If you change them, we will update your account.</p>
  )
}
