import {
  type FocusEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useWatch } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldErrors } from '#lib/contract/errors.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { inSentence, namedMessage } from '#lib/text/label-text.ts'
import { useApi } from '../../identity/island-context.ts'
import { AddressLookup } from '../../people/person/AddressQuestion.tsx'
import { personLookups } from '../../people/person/lookups.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorSummary, type SummarisedError } from '../../ui/form/ErrorSummary.tsx'
import { questionResolver } from '../../ui/form/question-resolver.ts'
import { useLeaveWarning } from '../../ui/form/use-leave-warning.ts'
import { useQuestionForm } from '../../ui/form/use-question-form.ts'
import {
  type AdminScreen,
  isScreenOffered,
  type ScreenField,
  type ScreenRights,
  screenFieldLabel,
  screenFields,
} from './admin-screen.ts'
import { fieldKinds, isEmptyValue } from './field-kinds.ts'
import { RecordField } from './RecordField.tsx'
import {
  isOptional,
  type RecordDraft,
  toWrittenRecord,
  type WrittenRecord,
} from './record-draft.ts'

type RecordFormProps = {
  settings: PublicSettings
  id: number | null
  screen: AdminScreen
  draft: RecordDraft
  clashes: Readonly<Record<string, string>>
  rights: ScreenRights
  isNew: boolean
  isUnsaved: boolean
  pending: boolean
  serverErrors: FieldErrors
  canSave: boolean
  canDelete: boolean
  onDraft: (draft: RecordDraft) => void
  onSubmit: (draft: RecordDraft) => void
  onDelete: () => void
  onLeave: () => void
  alert: ReactNode
  leaving: ReactNode
  below: ReactNode
}

const toId = (field: string) => `record-${field}`

const naming =
  (screen: AdminScreen) =>
  ({ message, fieldId }: SummarisedError): SummarisedError => {
    const focused = screenFields(screen).find(({ field }) => toId(field) === fieldId)
    const label = focused ? screenFieldLabel(screen, focused.field) : ''
    return { fieldId, message: namedMessage(label, message) }
  }

export function RecordForm(props: RecordFormProps) {
  const api = useApi()
  const { screen, draft, clashes, isNew, pending, canSave, canDelete, onDraft, leaving } = props
  const [resolver] = useState(() => recordResolver(screen, isNew))
  const [lookups] = useState(() => personLookups(api))
  const isInForm = ({ later }: ScreenField) => !(isNew && later)
  const sections = screen.sections
    .filter((section) => isScreenOffered(props.rights, section))
    .map((section) => ({ ...section, fields: section.fields.filter(isInForm) }))
    .filter(({ fields }) => fields.length > 0)
  const questions = sections.flatMap(({ fields }) => fields.map(({ field }) => field))
  const state = useQuestionForm<RecordDraft, string, WrittenRecord>({
    defaultValues: draft,
    resolver,
    questions,
    questionOf: (field) => questions.find((question) => question === field.split('.')[0]),
    idOf: toId,
    pending,
    serverErrors: props.serverErrors,
    onSubmit: (_written, entered) => props.onSubmit(entered),
  })
  const entered = useWatch({ control: state.form.control }) as RecordDraft
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was entered is news
  useEffect(() => onDraft(entered), [entered])
  useLeaveWarning(props.isUnsaved)
  const first = screenFields(screen).find(({ fixed }) => isNew || !fixed)?.field ?? ''
  useEffect(() => document.getElementById(toId(first))?.focus(), [first])
  const last = useRef<HTMLElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const isAsked = Boolean(leaving)
  const wasAsked = useRef(isAsked)
  // Whoever stays goes on where they were. The button that asked is another one after the question.
  useEffect(() => {
    if (wasAsked.current && document.activeElement === document.body) {
      const place = last.current?.isConnected ? last.current : cancel.current
      place?.focus()
    }
    wasAsked.current = isAsked
  }, [isAsked])
  // The preview in the builder is a form itself, and forms cannot hold forms.
  const isForm = !screen.fullScreen
  const Frame = isForm ? 'form' : 'div'
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    if (canSave) state.submit()
  }
  return (
    <Frame
      {...(isForm && { noValidate: true })}
      className="flex flex-col gap-5"
      onFocus={({ target }: FocusEvent) => {
        if (!isAsked) last.current = target as HTMLElement
      }}
      {...(isForm && { onSubmit: save })}
    >
      <ErrorSummary errors={state.summary.map(naming(screen))} attempt={state.attempt} />
      {sections.map(({ title, hint, columns, lookup, fields }) => (
        <fieldset
          key={title ?? fields[0]?.field}
          className="flex flex-col gap-5 not-first-of-type:mt-3"
          aria-describedby={hint && `${toId(fields[0]?.field ?? '')}-section-hint`}
        >
          {title && <legend className="heading-3 mb-3 font-bold">{title}</legend>}
          {hint && (
            <p id={`${toId(fields[0]?.field ?? '')}-section-hint`} className="hint -mt-4">
              {hint}
            </p>
          )}
          {lookup && (
            <AddressLookup
              id={`${toId(lookup)}-lookup`}
              label="Find an address"
              {...lookups}
              onFound={(address) => {
                for (const [field, value] of Object.entries(address)) {
                  state.form.setValue(field, value)
                  state.form.clearErrors(field)
                }
              }}
              onOver={() => undefined}
            />
          )}
          <div className={columns ? 'grid gap-5 sm:grid-cols-2' : 'contents'}>
            {fields.map((field) => (
              <RecordField
                key={field.field}
                screen={screen}
                field={field}
                isNew={isNew}
                settings={props.settings}
                id={props.id}
                state={state}
                clash={clashes[field.field]}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className="form-actions">
        {props.alert}
        {leaving || (
          <div className="flex flex-wrap gap-3">
            {canSave && (
              <Button
                type={isForm ? 'submit' : 'button'}
                pending={pending}
                pendingLabel="Saving"
                {...(!isForm && { onClick: save })}
              >
                Save
              </Button>
            )}
            <Button ref={cancel} look="secondary" unavailable={pending} onClick={props.onLeave}>
              Cancel
            </Button>
            {canDelete && (
              <Button
                look="quiet"
                className="button-flush ml-auto"
                unavailable={pending}
                onClick={props.onDelete}
              >
                Delete…
              </Button>
            )}
          </div>
        )}
      </div>
      {props.below}
    </Frame>
  )
}

function recordResolver(screen: AdminScreen, isNew: boolean) {
  const names = screenFields(screen).map(({ field }) => field)
  const schema = screen.of.write.superRefine((written, context) => {
    for (const [field, messages] of Object.entries(screen.of.check?.(written, { isNew }) ?? {})) {
      context.addIssue({ code: 'custom', path: [field], message: messages.join('. ') })
    }
  })
  return questionResolver<RecordDraft, WrittenRecord>({
    schema: schema as unknown as z.ZodType<WrittenRecord>,
    toWrite: (draft) => toWrittenRecord(screen, draft),
    questionOf: (field) => names.find((name) => name === field),
    ownProblems: (draft) => ownProblems(screen, draft),
  })
}

function ownProblems(screen: AdminScreen, draft: RecordDraft): Record<string, string> {
  const problems = screenFields(screen).flatMap((field) => {
    const entered = draft[field.field] ?? null
    const { asks, problem } = fieldKinds[field.kind]
    if (!isEmptyValue(entered)) {
      const found = typeof entered === 'string' ? problem?.(entered) : undefined
      return found === undefined ? [] : [[field.field, found] as const]
    }
    if (isOptional(screen, field)) return []
    return [
      [field.field, `${asks} the ${inSentence(screenFieldLabel(screen, field.field))}`] as const,
    ]
  })
  return Object.fromEntries(problems)
}
