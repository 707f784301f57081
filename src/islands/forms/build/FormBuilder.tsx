import { useMachine } from '@xstate/react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import { findQuestions } from '#lib/contract/forms/item-lists.ts'
import { plainDateAt } from '#lib/dates/format-date-time.ts'
import { itemById, nameOfItem } from '#lib/forms/build/change-items.ts'
import { itemProblems } from '#lib/forms/build/item-problems.ts'
import type { BrokenReference } from '#lib/forms/build/references.ts'
import { initialAnswers } from '#lib/forms/initial-answers.ts'
import { questionWithMessage } from '#lib/forms/question-with-message.ts'
import { formBuildingMachine } from '#machines/forms/build/form-building.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { Loading } from '../../ui/feedback/Loading.tsx'
import { lateComponent } from '../../ui/late-component.tsx'
import { useNextFocus } from '../../ui/use-next-focus.ts'
import { FormPages } from '../FormPages.tsx'
import { useFilledForm } from '../use-filled-form.ts'
import { AddItem } from './AddItem.tsx'
import { BuildingContext, firstFieldId, listEntryId, useBuilding } from './building.ts'
import { ItemEditor } from './ItemEditor.tsx'
import { ItemList } from './ItemList.tsx'
import { JsonView, jsonFieldId } from './JsonView.tsx'
import type { QuestionnaireForm } from './QuestionnaireView.tsx'
import './form-builder.css'

const QuestionnaireView = lateComponent(
  async () => (await import('./QuestionnaireView.tsx')).QuestionnaireView,
  <Loading label="Loading" />,
)

type FormBuilderProps = {
  items: readonly FormItem[]
  form: QuestionnaireForm
  timeZone: string
  onItems: (items: readonly FormItem[]) => void
  /** It is JSON that was typed and is not used yet; the record around it stores it too. */
  typed: string | null
  onTyped: (typed: string | null) => void
  isTypedRefused: boolean
}

type View = 'edit' | 'preview' | 'json' | 'questionnaire'
const viewButtonId = (view: View) => `form-view-${view}`

/** Builds the items of an electronic form. The record around it saves them. */
export function FormBuilder(props: FormBuilderProps) {
  const { items: started, form, timeZone, onItems, typed, onTyped, isTypedRefused } = props
  const [snapshot, send] = useMachine(formBuildingMachine, { input: { items: started } })
  const { items, stored, selected, proposal } = snapshot.context
  const [view, setView] = useState<View>('edit')
  const focusNext = useNextFocus()
  const problems = itemProblems(items)
  const heard = useRef(items)
  useEffect(() => {
    if (heard.current !== items) onItems(items)
    heard.current = items
  }, [items, onItems])
  // What had the focus can go with its item: the entry beside it takes the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of these
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const entry = selected === null ? null : document.getElementById(listEntryId(selected))
    entry?.focus()
  }, [items, selected, proposal])
  useEffect(() => {
    if (isTypedRefused) setView('json')
  }, [isTypedRefused])
  const isConfirming = snapshot.matches('confirming')
  const item = itemById(items, selected)
  const undo = (event: KeyboardEvent) => {
    const isTyped = event.target instanceof HTMLElement && event.target.closest('[data-own-undo]')
    if (isTyped || !(event.ctrlKey || event.metaKey)) return
    const key = event.key.toLowerCase()
    if (key === 'y' || (key === 'z' && event.shiftKey)) send({ type: 'redo.requested' })
    else if (key === 'z') send({ type: 'undo.requested' })
    else return
    event.preventDefault()
  }
  return (
    <BuildingContext value={{ items, stored, selected, problems, isConfirming, send }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for undo and redo in all of it */}
      <div className="flex flex-col gap-5" onKeyDown={undo}>
        <div className="flex flex-wrap gap-2">
          {views.map(([name, text]) => (
            <Button
              key={name}
              id={viewButtonId(name)}
              small
              look={view === name ? 'primary' : 'secondary'}
              aria-pressed={view === name}
              unavailable={isConfirming}
              onClick={() => setView(name)}
            >
              {text}
            </Button>
          ))}
          <span className="builder-steps">
            <Button
              small
              look="secondary"
              unavailable={!snapshot.can({ type: 'undo.requested' })}
              onClick={() => send({ type: 'undo.requested' })}
            >
              Undo
            </Button>
            <Button
              small
              look="secondary"
              unavailable={!snapshot.can({ type: 'redo.requested' })}
              onClick={() => send({ type: 'redo.requested' })}
            >
              Redo
            </Button>
          </span>
        </div>
        {proposal && <BrokenReferences proposal={proposal} />}
        {typed !== null && view !== 'json' && (
          <UnusedJson
            onShow={() => {
              focusNext(jsonFieldId)
              setView('json')
            }}
            onDrop={() => {
              focusNext(viewButtonId(view))
              onTyped(null)
            }}
          />
        )}
        {view === 'edit' && (
          <div className="builder">
            <div className="flex flex-col gap-4">
              <ItemList />
              <AddItem />
              <Unfinished onChosen={() => setView('edit')} />
              {findQuestions(items).length === 0 && (
                <p role="status" className="banner banner-warn">
                  This form has no questions. You can save it, but there is nothing to answer.
                </p>
              )}
            </div>
            {item ? (
              <ItemEditor key={item.id} item={item} />
            ) : (
              <p className="hint">Add an item, or choose one from the list to change it.</p>
            )}
          </div>
        )}
        {view === 'preview' && <Preview onEdit={() => setView('edit')} />}
        {view === 'json' && (
          <div data-own-undo="">
            <JsonView typed={typed} onTyped={onTyped} />
          </div>
        )}
        {view === 'questionnaire' && (
          <div data-own-undo="">
            <QuestionnaireView {...{ form, timeZone }} onDone={() => setView('edit')} />
          </div>
        )}
      </div>
    </BuildingContext>
  )
}

function Preview({ onEdit }: { onEdit: () => void }) {
  const { items, problems } = useBuilding()
  if (items.length === 0) return <p className="hint">There is nothing in this form yet.</p>
  if (problems.length > 0) return <Unfinished onChosen={onEdit} />
  return (
    <div data-own-undo="" className="builder-preview">
      <p className="hint mb-4">Fill it in to try it. Nothing is kept.</p>
      <FormPreview items={items} />
    </div>
  )
}

const views = [
  ['edit', 'Edit'],
  ['preview', 'Preview'],
  ['json', 'JSON'],
  ['questionnaire', 'Import or export'],
] as const

/** It can be filled in, and nothing is stored. */
export function FormPreview({ items }: { items: readonly FormItem[] }) {
  const [on] = useState(() => plainDateAt(new Date(), 'UTC'))
  const fields = useFilledForm({ items, answers: initialAnswers(items), on })
  const [page, setPage] = useState(0)
  return (
    <FormPages
      fields={fields}
      page={page}
      title="Preview"
      lastLabel="Check your answers"
      onPage={setPage}
      onFinished={() => setPage(0)}
    />
  )
}

type UnusedJsonProps = { onShow: () => void; onDrop: () => void }

/** Says in the other views that JSON was typed, which would be lost without a word. */
function UnusedJson({ onShow, onDrop }: UnusedJsonProps) {
  return (
    <section
      aria-label="JSON that is not used yet"
      className="banner banner-warn flex flex-col gap-3"
    >
      <p>You typed JSON that is not part of the form yet.</p>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" small onClick={onShow}>
          Go to the JSON
        </Button>
        <Button look="quiet" small onClick={onDrop}>
          Drop these changes
        </Button>
      </div>
    </section>
  )
}

function Unfinished({ onChosen }: { onChosen: () => void }) {
  const { items, problems, send } = useBuilding()
  if (problems.length === 0) return null
  const show = (id: string) => {
    onChosen()
    send({ type: 'item.selected', id })
    setTimeout(() => document.getElementById(firstFieldId(id))?.focus())
  }
  return (
    <section aria-label="To finish" className="banner banner-warn">
      <h3 className="font-semibold">To finish</h3>
      <ul>
        {problems.map(({ id, message }) => {
          const item = itemById(items, id)
          return (
            <li key={`${id} ${message}`}>
              {item ? (
                <button type="button" className="builder-link" onClick={() => show(item.id)}>
                  {questionWithMessage(nameOfItem(item), message)}
                </button>
              ) : (
                message
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type BrokenReferencesProps = {
  proposal: { action: 'remove' | 'move'; id: string; broken: readonly BrokenReference[] }
}

/** Asks before a change that leaves items without what they refer to. */
function BrokenReferences({ proposal }: BrokenReferencesProps) {
  const { items, send } = useBuilding()
  const { action, id, broken } = proposal
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const item = itemById(items, id)
  const { title, result, button } = questions[action]
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="broken-references"
      className="banner banner-warn flex flex-col gap-3"
    >
      <h3 id="broken-references" className="font-semibold">
        {title}
      </h3>
      <p>
        If you {action} “{item ? nameOfItem(item) : ''}”, you will need to change:
      </p>
      <ul className="list-disc pl-5">
        {broken.map((reference) => (
          <li key={`${reference.item} ${reference.to}`}>
            “{reference.item}”, which depends on “{reference.to}”. {result}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button look="secondary" onClick={() => send({ type: 'change.dropped' })}>
          Leave it as it is
        </Button>
        <Button look="danger" onClick={() => send({ type: 'change.confirmed' })}>
          {button}
        </Button>
      </div>
    </section>
  )
}

const questions = {
  move: {
    title: 'This order does not work',
    result: 'That question would come later.',
    button: 'Move it',
  },
  remove: {
    title: 'Other items depend on this one',
    result: 'That question would be gone.',
    button: 'Remove it',
  },
} as const
