import '../../ui/form/zod-without-eval.ts'

import { z } from 'zod'
import { formatPriceLine } from '#lib/catalogue/format-prices.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import type { ServicePrice } from '#lib/contract/fields.ts'
import { type AdminScreen, type ScreenField, screenFields } from './admin-screen.ts'
import {
  type ChosenValue,
  choiceLabel,
  choicesIn,
  type EnteredValues,
  fieldKinds,
  isEmptyValue,
} from './field-kinds.ts'

export type RecordDraft = Record<string, EnteredValues>
export type WrittenRecord = Record<string, unknown>

export function createRecordDraft(screen: AdminScreen, record: AdminRecord | null): RecordDraft {
  const entries = screenFields(screen).map((field): [string, EnteredValues] => {
    const value = record && !field.afresh ? record[field.field] : usual(screen, field)
    const { shown } = screen.of.references[field.field] ?? {}
    return [field.field, fieldKinds[field.kind].shown(value, record?.[shown ?? ''])]
  })
  return Object.fromEntries(entries)
}

export const fieldSchema = ({ of }: AdminScreen, { field }: ScreenField) =>
  of.write.shape[field] as z.ZodType

const usual = (screen: AdminScreen, field: ScreenField): unknown =>
  fieldSchema(screen, field).safeParse(undefined).data

export function toWrittenRecord(screen: AdminScreen, draft: RecordDraft): WrittenRecord {
  const entries = screenFields(screen).map((field) => [
    field.field,
    fieldKinds[field.kind].written(draft[field.field] ?? null, field),
  ])
  return Object.fromEntries(entries) as WrittenRecord
}

export function isOptional(screen: AdminScreen, field: ScreenField): boolean {
  const { shown, written } = fieldKinds[field.kind]
  return fieldSchema(screen, field).safeParse(written(shown(undefined, undefined), field)).success
}

export function findFieldLimit(screen: AdminScreen, field: ScreenField): number | undefined {
  const schema = fieldSchema(screen, field)
  const text = schema instanceof z.ZodDefault ? schema.unwrap() : schema
  return (text instanceof z.ZodString && text.maxLength) || undefined
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

export const hasChanges = (screen: AdminScreen, draft: RecordDraft, record: AdminRecord | null) =>
  !isSame(
    toWrittenRecord(screen, draft),
    toWrittenRecord(screen, createRecordDraft(screen, record)),
  )

/**
 * Puts what somebody entered onto what somebody else saved in between: where they changed nothing
 * themselves, the other's holds. `clashes` are the fields that both changed, each with what the
 * other has in it.
 */
export function rebased(
  screen: AdminScreen,
  entered: { draft: RecordDraft; from: AdminRecord },
  latest: AdminRecord,
): { draft: RecordDraft; clashes: Record<string, string> } {
  const [before, now] = [createRecordDraft(screen, entered.from), createRecordDraft(screen, latest)]
  const draft = { ...now }
  const clashes: Record<string, string> = {}
  for (const about of screenFields(screen)) {
    const { field } = about
    const { [field]: mine = null } = entered.draft
    if (isSame(mine, before[field])) continue
    draft[field] = mine
    const isTheirs = !isSame(now[field], before[field]) && !isSame(now[field], mine)
    if (isTheirs) clashes[field] = formatFieldValue(now[field] ?? null, about)
  }
  return { draft, clashes }
}

function formatFieldValue(entered: EnteredValues, field: ScreenField): string {
  const { kind } = field
  if (kind === 'form') return 'other items, which you can see under All versions'
  if (kind === 'prices') {
    const prices = JSON.parse(String(entered)) as ServicePrice[]
    return prices.map(formatPriceLine).join('; ') || 'nothing'
  }
  if (isEmptyValue(entered)) return 'nothing'
  if (typeof entered === 'boolean') return entered ? 'yes' : 'no'
  if (typeof entered === 'string') {
    const values = kind === 'choices' ? choicesIn(entered) : [entered]
    return values.map((value) => choiceLabel(field.choices, value) ?? value).join(', ')
  }
  return [entered as ChosenValue | readonly ChosenValue[]]
    .flat()
    .map(({ label }) => label)
    .join(', ')
}
