import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { LookupField } from '../ui/LookupField.tsx'
import type { QuestionWords } from '../ui/use-question-form.ts'
import type { ChosenAllergy } from './profile-draft.ts'

type AllergiesQuestionProps = {
  words: QuestionWords
  chosen: readonly ChosenAllergy[]
  onChange: (chosen: ChosenAllergy[]) => void
  findAllergies: (search: string, signal: AbortSignal) => Promise<ChosenAllergy[]>
}

/** Allergies: searched and added, one by one, and taken away again. */
export function AllergiesQuestion(props: AllergiesQuestionProps) {
  const { words, chosen, onChange, findAllergies } = props
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const isChosen = (id: number) => chosen.some((allergy) => allergy.id === id)

  const add = ({ id, name }: ChosenAllergy) => {
    if (!isChosen(id)) onChange([...chosen, { id, name }])
    setSaid(`${name} added`)
  }
  const remove = ({ id, name }: ChosenAllergy) => {
    const place = chosen.findIndex((allergy) => allergy.id === id)
    onChange(chosen.filter((allergy) => allergy.id !== id))
    setSaid(`${name} removed`)
    // The button goes, and with it the focus: on to the next one, else to the search.
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[place + 1] ?? buttons[place - 1] ?? document.getElementById(words.id)
    next?.focus()
  }

  return (
    <>
      {chosen.length > 0 && (
        <div className="field">
          <p id={`${words.id}-chosen`} className="label">
            Your allergies
          </p>
          <ul
            ref={list}
            aria-labelledby={`${words.id}-chosen`}
            className="flex max-w-xl flex-col gap-2"
          >
            {chosen.map((allergy) => (
              <li
                key={allergy.id}
                className="card flex flex-wrap items-center justify-between gap-2 py-2"
              >
                {allergy.name}
                <Button look="quiet" small onClick={() => remove(allergy)}>
                  Remove <span className="visually-hidden">{allergy.name}</span>
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <LookupField
        {...words}
        label="Add an allergy"
        optional
        hint="Search by name. Tell your clinician about one that is not in the list."
        shortest={2}
        find={async (search, signal) =>
          (await findAllergies(search, signal)).filter(({ id }) => !isChosen(id))
        }
        keyOf={({ id }) => id}
        labelOf={({ name }) => name}
        onChoose={add}
        one="matching allergy"
        many="matching allergies"
        failedText="We cannot look up allergies just now. You can save the rest and come back."
      />
      <p role="status" className="visually-hidden">
        {said}
      </p>
    </>
  )
}
