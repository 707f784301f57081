import { HeldTime } from '../choose/HeldTime.tsx'
import { ClashNotice } from '../choose/later-notices.tsx'
import { StartAgain } from '../StartAgain.tsx'
import type { StepProps } from '../step-props.ts'

/** Before the form: the person has booked the same already, or something else then. */
export function ClashStep(step: StepProps) {
  const { actor, snapshot, deps, settings } = step
  const { clash } = snapshot.context
  if (!clash) return null
  return (
    <div className="flex flex-col gap-6">
      <HeldTime {...step} />
      <ClashNotice
        clash={clash}
        timeZone={settings.timeZone}
        onContinue={() => actor.send({ type: 'clash.accepted' })}
        onForOther={() => {
          // The form begins empty, and makes a record of its own.
          deps.session.forget()
          actor.send({ type: 'clash.accepted' })
        }}
        onChooseAnother={() => actor.send({ type: 'time.changed' })}
      />
      <StartAgain {...step} />
    </div>
  )
}
