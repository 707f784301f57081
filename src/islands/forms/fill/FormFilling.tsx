import { useState } from 'react'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import type { FormCalls } from '../form-calls.ts'
import { FillingScreen } from './FillingScreen.tsx'
import { formFillingWithActors } from './form-filling.actors.ts'
import { answerKeeping } from './kept-answers.ts'

export type FormFillingProps = FormIslandProps & {
  /** The query that the page was asked for. */
  search: string
}

/** The island in which a form is filled in, by a patient, a guest with a link, or staff for them. */
export function FormFilling(props: FormFillingProps) {
  return <FormIsland {...props}>{(calls) => <OpenForm {...props} calls={calls} />}</FormIsland>
}

function OpenForm({ id, settings, search, calls }: FormFillingProps & { calls: FormCalls }) {
  const [{ machine, keeping }] = useState(() => {
    const kept = answerKeeping(`${calls.type}:${id}`)
    return { keeping: kept, machine: formFillingWithActors({ id, calls, keeping: kept }) }
  })
  return (
    <FillingScreen
      machine={machine}
      calls={calls}
      keeping={keeping}
      settings={settings}
      search={search}
    />
  )
}
