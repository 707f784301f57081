import { useState } from 'react'
import type {
  ComparedPerson,
  DuplicateGroup,
  MergedField,
  MergePreview,
  MergeWrite,
} from '#lib/contract/merging.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import type { MergeAction } from '#machines/merging/merging.machine.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import {
  type ChosenFields,
  differing,
  fieldLabel,
  fieldValue,
  findFieldSource,
  formatUnverified,
  toMergeWrite,
} from './compared-fields.ts'

type CompareDialogProps = {
  group: DuplicateGroup
  first: ChosenFields
  preview: PreviewState
  acting: MergeAction['kind'] | null
  onChanged: (write: MergeWrite) => void
  onDecided: (action: MergeAction) => void
  onClose: () => void
}

export function CompareDialog(props: CompareDialogProps) {
  const { group, first, preview, acting, onChanged, onDecided, onClose } = props
  const [chosen, setChosen] = useState(first)
  const people = group.people.filter(({ id }) => chosen.ids.includes(id))
  const choose = (choice: ChosenFields) => {
    const next = { ...choice, contactsChecked: false }
    setChosen(next)
    if (next.ids.length > 1) onChanged(toMergeWrite(next, group.people))
  }
  const take = (id: number, isTaken: boolean) => {
    const ids = isTaken ? [...chosen.ids, id] : chosen.ids.filter((other) => other !== id)
    const keepId = ids.includes(chosen.keepId) ? chosen.keepId : (ids[0] ?? 0)
    choose({ ...chosen, ids, keepId, signInsChecked: false })
  }
  const isEnough = chosen.ids.length > 1
  const signIns = preview.kind === 'previewed' ? preview.preview.sign_ins : []
  const contacts = preview.kind === 'previewed' ? preview.preview.unverified_contacts : []
  const isReady =
    preview.kind === 'previewed' &&
    preview.preview.problems.length === 0 &&
    (signIns.length === 0 || chosen.signInsChecked) &&
    (contacts.length === 0 || chosen.contactsChecked)
  return (
    <Dialog open wide title="Is this one person?" busy={acting !== null} onClose={onClose}>
      <div className="flex flex-col gap-6">
        <p>{group.reasons.join('. ')}.</p>
        {group.people.length > 2 && (
          <fieldset className="flex flex-col gap-2">
            <legend className="font-semibold">Records to compare</legend>
            {group.people.map((person) => (
              <label key={person.id} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  checked={chosen.ids.includes(person.id)}
                  onChange={(event) => take(person.id, event.target.checked)}
                />
                <span className="min-w-0 wrap-anywhere">{formatComparedRecord(person)}</span>
              </label>
            ))}
          </fieldset>
        )}
        <Choice
          legend="Record to keep"
          people={people}
          selected={chosen.keepId}
          format={(person) =>
            [formatComparedRecord(person), formatUnverified(person)].filter(Boolean).join('. ')
          }
          onChosen={(keepId) => choose({ ...chosen, keepId })}
        />
        {differing(people).map((field) => (
          <Choice
            key={field}
            legend={fieldLabel(field)}
            people={people}
            selected={findFieldSource(field, chosen, group.people)}
            format={(person) => formatValue(field, person)}
            onChosen={(id) => choose({ ...chosen, fields: { ...chosen.fields, [field]: id } })}
          />
        ))}
        {isEnough ? (
          <MergePreviewPart
            state={preview}
            merged={chosen.ids.length - 1}
            onRetry={() => onChanged(toMergeWrite(chosen, group.people))}
          />
        ) : (
          <p role="status">Choose two or more records.</p>
        )}
        {isEnough && signIns.length > 0 && (
          <label className="choice">
            <input
              type="checkbox"
              checked={chosen.signInsChecked}
              onChange={(event) => setChosen({ ...chosen, signInsChecked: event.target.checked })}
            />
            <span className="min-w-0 wrap-anywhere">
              I have checked with the person that they sign in as {formatSignIns(signIns)}. After
              the merge, {signIns.length === 1 ? 'this sign-in opens' : 'these sign-ins open'} the
              whole record.
            </span>
          </label>
        )}
        {isEnough && contacts.length > 0 && (
          <label className="choice">
            <input
              type="checkbox"
              checked={chosen.contactsChecked}
              onChange={(event) => setChosen({ ...chosen, contactsChecked: event.target.checked })}
            />
            <span className="min-w-0 wrap-anywhere">
              I have checked with the person that {contacts.map(({ value }) => value).join(', ')}{' '}
              {contacts.length === 1 ? 'is' : 'are'} theirs. Nobody has verified this. After the
              merge, messages about all their appointments go there.
            </span>
          </label>
        )}
        <div className="flex flex-wrap gap-3">
          <Button
            pending={acting === 'merge'}
            pendingLabel="Merging"
            unavailable={!isEnough || acting !== null || !isReady}
            onClick={() => onDecided({ kind: 'merge', write: toMergeWrite(chosen, group.people) })}
          >
            Merge {counted(chosen.ids.length, 'record')} into one
          </Button>
          <Button
            look="secondary"
            pending={acting === 'separate'}
            pendingLabel="Saving"
            unavailable={!isEnough || acting !== null}
            onClick={() => onDecided({ kind: 'separate', ids: chosen.ids })}
          >
            Mark as different people
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const formatSignIns = (signIns: MergePreview['sign_ins']) =>
  signIns.map(({ id, full_name }) => `${full_name} (number ${id})`).join(' and ')

function formatValue(field: MergedField, person: ComparedPerson): string {
  const value = fieldValue(field, person)
  if (value === '') return 'None'
  return person.unverified.includes(field) ? `${value} (not verified)` : value
}

export const formatComparedRecord = (person: ComparedPerson) =>
  [
    `${person.full_name} (number ${person.id})`,
    person.works_here ? 'works here' : person.is_guest && 'guest',
    person.has_account && 'signs in',
    person.appointments !== null && counted(person.appointments, 'appointment'),
    !person.is_active && 'not active',
  ]
    .filter(Boolean)
    .join(', ')

type ChoiceProps = {
  legend: string
  people: readonly ComparedPerson[]
  selected: number
  format: (person: ComparedPerson) => string
  onChosen: (id: number) => void
}

function Choice({ legend, people, selected, format, onChosen }: ChoiceProps) {
  return (
    <fieldset>
      <legend className="font-semibold">{legend}</legend>
      <div className="mt-1 grid gap-x-4 gap-y-1 sm:auto-cols-fr sm:grid-flow-col">
        {people.map((person) => (
          <label key={person.id} className="choice min-w-0">
            <input
              type="radio"
              name={legend}
              checked={selected === person.id}
              onChange={() => onChosen(person.id)}
            />
            <span className="min-w-0 wrap-anywhere">{format(person)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export type PreviewState =
  | { kind: 'previewing' }
  | { kind: 'previewed'; preview: MergePreview }
  | { kind: 'unpreviewed'; reason: string }

type MergePreviewPartProps = {
  state: PreviewState
  merged: number
  onRetry: () => void
}

function MergePreviewPart({ state, merged, onRetry }: MergePreviewPartProps) {
  if (state.kind === 'previewing') return <p role="status">Checking what would move</p>
  if (state.kind === 'unpreviewed') {
    return (
      <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>We could not check what would move. {state.reason}</p>
        <Button look="secondary" small onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  const { moves, problems, notes } = state.preview
  if (problems.length > 0) {
    return (
      <div role="alert" className="banner banner-warn">
        <p className="font-semibold">These records cannot be merged yet.</p>
        <ul className="mt-2 list-disc pl-5">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="font-semibold">
        {moves.length > 0
          ? 'This moves to the record you keep:'
          : `The other ${merged === 1 ? 'record has' : 'records have'} no appointments and will be closed.`}
      </p>
      {moves.length > 0 && (
        <ul className="list-disc pl-5">
          {moves.map(({ what, count }) => (
            <li key={what}>
              {inFigures(count)} {what}
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
