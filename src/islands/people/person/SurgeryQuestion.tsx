import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { LookupField } from '../../ui/form/LookupField.tsx'
import type { QuestionTexts } from '../../ui/form/use-question-form.ts'
import type { ChosenSurgery, PersonLookups } from './lookups.ts'

type SurgeryQuestionProps = Pick<PersonLookups, 'findSurgeries'> & {
  texts: QuestionTexts
  chosen: ChosenSurgery | null
  onChange: (chosen: ChosenSurgery | null) => void
}

export function SurgeryQuestion(props: SurgeryQuestionProps) {
  const { texts, chosen, onChange, findSurgeries } = props
  const button = useRef<HTMLButtonElement>(null)
  const lastChosen = useRef(chosen)

  // Choosing and changing swap the control under the focus: it goes on to the new one.
  useEffect(() => {
    if (lastChosen.current === chosen) return
    lastChosen.current = chosen
    if (chosen) button.current?.focus()
    else document.getElementById(texts.id)?.focus()
  }, [chosen, texts.id])

  if (!chosen) {
    return (
      <LookupField
        {...texts}
        label="GP surgery"
        optional
        hint="Search by name, town or postcode"
        shortest={2}
        find={findSurgeries}
        keyOf={({ id }) => id}
        labelOf={({ name }) => name}
        onChoose={({ id, name }) => onChange({ id, name })}
        one="surgery"
        many="surgeries"
        failedText="We cannot look up surgeries at the moment. You can continue without one."
      />
    )
  }
  return (
    <div className={texts.error ? 'field field-invalid' : 'field'}>
      <p className="label">GP surgery</p>
      {texts.error && <p className="field-error">{texts.error}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2 card py-2">
        <p>{chosen.name}</p>
        <Button
          id={texts.id}
          ref={button}
          look="quiet"
          small
          aria-label={`Change GP surgery, now ${chosen.name}`}
          onClick={() => onChange(null)}
        >
          Change
        </Button>
      </div>
    </div>
  )
}
