import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { LookupField } from '../../ui/LookupField.tsx'
import type { GuestFormLookups } from './guest-draft.ts'
import type { GuestFormState } from './use-guest-form.ts'

type SurgeryQuestionProps = Pick<GuestFormLookups, 'findSurgeries'> & { state: GuestFormState }

/** The GP surgery: searched and chosen, or left out. */
export function SurgeryQuestion({ state, findSurgeries }: SurgeryQuestionProps) {
  const { field } = useController({ name: 'gp_surgery', control: state.form.control })
  const words = state.words('gp_surgery')
  const button = useRef<HTMLButtonElement>(null)
  const chosen = field.value
  const lastChosen = useRef(chosen)

  // Choosing and changing swap the control under the focus: it goes on to the new one.
  useEffect(() => {
    if (lastChosen.current === chosen) return
    lastChosen.current = chosen
    if (chosen) button.current?.focus()
    else document.getElementById(words.id)?.focus()
  }, [chosen, words.id])

  if (!chosen) {
    return (
      <LookupField
        {...words}
        label="GP surgery"
        optional
        hint="Search by name, town or postcode"
        shortest={2}
        find={findSurgeries}
        keyOf={({ id }) => id}
        labelOf={({ name }) => name}
        onChoose={({ id, name }) => field.onChange({ id, name })}
        one="surgery"
        many="surgeries"
        failedText="We cannot look up surgeries just now. You can go on without it."
      />
    )
  }
  return (
    <div className={words.error ? 'field field-invalid' : 'field'}>
      <p className="label">GP surgery</p>
      {words.error && <p className="field-error">{words.error}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2 card py-2">
        <p>{chosen.name}</p>
        <Button
          id={words.id}
          ref={button}
          look="quiet"
          small
          aria-label={`Change GP surgery, now ${chosen.name}`}
          onClick={() => field.onChange(null)}
        >
          Change
        </Button>
      </div>
    </div>
  )
}
