import { useState } from 'react'
import { FormIsland, type FormIslandProps } from '../FormIsland.tsx'
import type { FormCalls } from '../form-calls.ts'
import { FillingScreen } from './FillingScreen.tsx'
import { formFillingWithActors } from './form-filling.actors.ts'
import { ownedByLink, ownedByPerson } from './stored-answer-owner.ts'
import { createAnswerStorage } from './stored-answers.ts'
import type { SignedInHere } from './use-form-filling.ts'

export type FormFillingProps = FormIslandProps & {
  search: string
  viewer: string | null
}

export function FormFilling(props: FormFillingProps) {
  return <FormIsland {...props}>{(calls) => <OpenForm {...props} calls={calls} />}</FormIsland>
}

function OpenForm(props: FormFillingProps & { calls: FormCalls }) {
  const { id, settings, search, viewer, calls } = props
  const [{ machine, storage, signedIn }] = useState(() => {
    const known: SignedInHere = { person: viewer }
    const storage = createAnswerStorage(`${calls.type}:${id}`, () => findOwner(calls, known))
    return {
      signedIn: known,
      storage,
      machine: formFillingWithActors({ id, calls, storage }),
    }
  })
  return (
    <FillingScreen
      machine={machine}
      calls={calls}
      storage={storage}
      signedIn={signedIn}
      settings={settings}
      search={search}
    />
  )
}

function findOwner({ token }: FormCalls, { person }: SignedInHere): string | null {
  const linkToken = token()
  if (linkToken !== null) return ownedByLink(linkToken)
  return person === null ? null : ownedByPerson(person)
}
