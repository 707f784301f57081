import type { StepProps } from './step-props.ts'

/** Tells who is signed in what becomes of the answers. */
export function SavedToRecord({ snapshot }: Pick<StepProps, 'snapshot'>) {
  if (snapshot.context.viewer === null) return null
  return <p>This is what we know about you. What you change is saved to your details.</p>
}
