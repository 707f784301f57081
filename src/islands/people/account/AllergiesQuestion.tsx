import { useState } from 'react'
import { LookupField } from '../../ui/form/LookupField.tsx'
import type { QuestionTexts } from '../../ui/form/use-question-form.ts'
import { ChosenItems } from '../../ui/table/ChosenItems.tsx'

export type ChosenAllergy = { id: number; name: string }

type AllergiesQuestionProps = {
  texts: QuestionTexts
  chosen: readonly ChosenAllergy[]
  isOwn: boolean
  onChange: (chosen: ChosenAllergy[]) => void
  findAllergies: (search: string, signal: AbortSignal) => Promise<ChosenAllergy[]>
}

export function AllergiesQuestion(props: AllergiesQuestionProps) {
  const { texts, chosen, isOwn, onChange, findAllergies } = props
  const [said, setSaid] = useState('')
  const isChosen = (id: number) => chosen.some((allergy) => allergy.id === id)

  const add = ({ id, name }: ChosenAllergy) => {
    if (!isChosen(id)) onChange([...chosen, { id, name }])
    setSaid(`${name} added`)
  }
  const remove = (id: number) => {
    onChange(chosen.filter((allergy) => allergy.id !== id))
    setSaid(`${chosen.find((allergy) => allergy.id === id)?.name} removed`)
  }

  return (
    <>
      {chosen.length > 0 && (
        <div className="field">
          <p id={`${texts.id}-chosen`} className="label">
            {isOwn ? 'Your allergies' : 'Known allergies'}
          </p>
          <ChosenItems
            items={chosen.map(({ id, name }) => ({ id, label: name }))}
            aria-labelledby={`${texts.id}-chosen`}
            controlId={texts.id}
            onRemove={remove}
          />
        </div>
      )}
      <LookupField
        {...texts}
        label="Add an allergy"
        optional
        hint={`Search by name. If an allergy is not in the list, ${isOwn ? 'tell your clinician' : 'an administrator can add it'}.`}
        shortest={2}
        find={async (search, signal) =>
          (await findAllergies(search, signal)).filter(({ id }) => !isChosen(id))
        }
        keyOf={({ id }) => id}
        labelOf={({ name }) => name}
        onChoose={add}
        one="matching allergy"
        many="matching allergies"
        failedText="We cannot look up allergies at the moment. You can save the rest and come back later."
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}
