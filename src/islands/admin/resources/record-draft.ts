import '../../ui/zod-without-eval.ts'

import type { z } from 'zod'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { questionResolver } from '../../ui/question-resolver.ts'
import { type AdminScreen, fieldsOf, labelOf, type ScreenField } from './admin-screen.ts'

/** A record that was chosen from another list. */
export type Chosen = { id: number; label: string }
/** What stands in the form, by field: text, whether a box is ticked, or what was chosen. */
export type RecordDraft = Record<string, string | boolean | Chosen | null>
export type WrittenRecord = Record<string, unknown>

/** A record as the form has it; without one, what goes without saying. */
export function draftOf(screen: AdminScreen, record: AdminRecord | null): RecordDraft {
  const entries = fieldsOf(screen).map((field) => [
    field.field,
    shown(screen, field, record ? record[field.field] : usual(screen, field), record),
  ])
  return Object.fromEntries(entries) as RecordDraft
}

const schemaOf = ({ of }: AdminScreen, { field }: ScreenField) => of.write.shape[field] as z.ZodType

const usual = (screen: AdminScreen, field: ScreenField): unknown =>
  schemaOf(screen, field).safeParse(undefined).data

function shown(
  { of }: AdminScreen,
  { field, kind }: ScreenField,
  value: unknown,
  record: AdminRecord | null,
): RecordDraft[string] {
  if (kind === 'checkbox') return value === true
  if (kind !== 'reference') return value === null || value === undefined ? '' : String(value)
  const reference = of.references[field]
  return typeof value === 'number'
    ? { id: value, label: String(record?.[reference?.shown ?? ''] ?? value) }
    : null
}

/** What the form sends. */
export function writtenOf(screen: AdminScreen, draft: RecordDraft): WrittenRecord {
  const entries = fieldsOf(screen).map(({ field, kind }) => {
    const value = draft[field] ?? null
    if (kind === 'reference') return [field, (value as Chosen | null)?.id ?? null]
    return [field, kind === 'date' && value === '' ? null : value]
  })
  return Object.fromEntries(entries) as WrittenRecord
}

/** Whether a field may stay empty. */
export const isOptional = (screen: AdminScreen, field: ScreenField): boolean =>
  schemaOf(screen, field).safeParse(emptyOf(field)).success

const emptyOf = ({ kind }: ScreenField) =>
  kind === 'reference' || kind === 'date' ? null : kind === 'checkbox' ? false : ''

/** Checks a form by the definition's own schema, and by what its fields cannot be together. */
export function recordResolver(screen: AdminScreen) {
  const names = fieldsOf(screen).map(({ field }) => field)
  const schema = screen.of.write.superRefine((written, context) => {
    for (const [field, messages] of Object.entries(screen.of.check?.(written) ?? {})) {
      context.addIssue({ code: 'custom', path: [field], message: messages.join('. ') })
    }
  })
  return questionResolver<RecordDraft, WrittenRecord>({
    schema: schema as unknown as z.ZodType<WrittenRecord>,
    toWrite: (draft) => writtenOf(screen, draft),
    questionOf: (field) => names.find((name) => name === field),
    ownProblems: (draft) => missing(screen, draft),
  })
}

/** What has to be said and is not, in words that the schema cannot know. */
function missing(screen: AdminScreen, draft: RecordDraft): Record<string, string> {
  const empty = fieldsOf(screen).filter(
    (field) => ['', null].includes(draft[field.field] as string) && !isOptional(screen, field),
  )
  return Object.fromEntries(
    empty.map(({ field, kind }) => {
      const label = labelOf(screen, field).toLowerCase()
      return [field, `${kind === 'reference' ? 'Choose' : 'Enter'}: ${label}`]
    }),
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether anything stands in the form that is not saved. */
export const hasChanges = (screen: AdminScreen, draft: RecordDraft, record: AdminRecord | null) =>
  !isSame(writtenOf(screen, draft), writtenOf(screen, draftOf(screen, record)))

/**
 * What somebody has entered, put onto what somebody else has saved meanwhile: where they changed
 * nothing themselves, the other's holds. `clashes` are the fields that both have changed, each with
 * what the other has in it.
 */
export function rebased(
  screen: AdminScreen,
  entered: { draft: RecordDraft; from: AdminRecord },
  latest: AdminRecord,
): { draft: RecordDraft; clashes: Record<string, string> } {
  const [before, now] = [draftOf(screen, entered.from), draftOf(screen, latest)]
  const draft = { ...now }
  const clashes: Record<string, string> = {}
  for (const [field, mine] of Object.entries(entered.draft)) {
    if (isSame(mine, before[field])) continue
    draft[field] = mine
    const isTheirs = !isSame(now[field], before[field]) && !isSame(now[field], mine)
    if (isTheirs) clashes[field] = inWords(now[field] ?? null)
  }
  return { draft, clashes }
}

function inWords(value: RecordDraft[string]): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'object') return value.label
  return typeof value === 'boolean' ? (value ? 'yes' : 'no') : value
}
