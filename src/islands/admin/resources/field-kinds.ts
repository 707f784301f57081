import type { ServicePrice } from '#lib/contract/fields.ts'
import { permissionLabels } from '#lib/contract/permission-groups.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { formItemsDraft } from '../../forms/build/form-items-draft.ts'
import { chosenPermission, type PermissionRow } from '../../people/permissions/chosen-permission.ts'
import type { ScreenField } from './admin-screen.ts'

export type ChosenValue = { id: number; label: string; url?: string }
/** A field of the form holds text, whether a box is ticked, or what was chosen. */
export type EnteredValues = string | boolean | ChosenValue | readonly ChosenValue[] | null

type FieldKind = {
  shown: (value: unknown, names: unknown) => EnteredValues
  /** It gives what was entered as the API takes it; the schema refuses what stays text. */
  written: (entered: EnteredValues, field: ScreenField) => unknown
  asks: 'Enter' | 'Choose'
  problem?: (text: string) => string | undefined
}

const toText = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const isMissing = (entered: EnteredValues) => entered === null || String(entered).trim() === ''

const text: FieldKind = { shown: toText, written: (entered) => entered, asks: 'Enter' }

const FIGURES = /^-?\d+(\.\d+)?$/
const number: FieldKind = {
  ...text,
  written: (entered) => {
    const typed = String(entered).trim()
    if (isMissing(entered)) return null
    return FIGURES.test(typed) ? Number(typed) : typed
  },
  problem: (typed) =>
    FIGURES.test(typed.trim()) ? undefined : 'Enter a number in figures, such as 30',
}

const degrees: FieldKind = {
  ...number,
  problem: (typed) =>
    FIGURES.test(typed.trim()) ? undefined : 'Enter degrees in figures, such as -0.6135',
}

function parseAmount(typed: string): string | null {
  const plain = typed.trim().replace(/^£\s*/, '')
  const [, pounds, pence = ''] = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  return pounds === undefined
    ? null
    : `${pounds.replaceAll(',', '').replace(/^0+(?=\d)/, '')}.${pence.padEnd(2, '0')}`
}
const money: FieldKind = {
  ...text,
  written: (entered) => (isMissing(entered) ? null : (parseAmount(String(entered)) ?? entered)),
  problem: (typed) =>
    parseAmount(typed) === null ? 'Enter pounds and pence, such as 12.50' : undefined,
}

/** They are typed as amounts are, and held as JSON. */
const prices: FieldKind = {
  shown: (value) => JSON.stringify(value ?? []),
  written: (entered) =>
    (JSON.parse(String(entered ?? '[]')) as ServicePrice[]).map((price) => ({
      ...price,
      amount: parseAmount(price.amount) ?? price.amount,
    })),
  asks: 'Enter',
}

/** A line that is long enough to be counted. */
const sentence: FieldKind = {
  ...text,
  written: (entered) => String(entered ?? '').replaceAll(/\s*\n\s*/g, ' '),
}

const times: FieldKind = {
  shown: (minutes) => ((minutes ?? []) as number[]).map(formatTimeLength).join(', '),
  written: (entered) => {
    const typed = String(entered).trim()
    if (typed === '') return []
    const minutes = typed.split(',').map(lengthIn)
    return minutes.includes(null) ? typed : minutes
  },
  problem: (typed) =>
    typed.split(',').map(lengthIn).includes(null)
      ? 'Enter days, hours or minutes with commas between, such as 3 days, 2 hours'
      : undefined,
  asks: 'Enter',
}

const typedJsonProblem = (entered: string): string | undefined =>
  formItemsDraft(entered).typed === null
    ? undefined
    : 'Use the JSON that you typed, or drop it, before you save'

const form: FieldKind = {
  shown: (value) => JSON.stringify(value ?? [], null, 2),
  written: (entered) => JSON.parse(String(entered ?? '[]')),
  problem: typedJsonProblem,
  asks: 'Enter',
}

const select: FieldKind = {
  ...text,
  written: (entered, { choices = [] }) => {
    const choice = choices.find(({ value }) => toText(value) === entered)
    return choice ? choice.value : entered
  },
  asks: 'Choose',
}

export const choicesIn = (entered: unknown) => toText(entered).split(',').filter(Boolean)

const choices: FieldKind = {
  shown: (values) => ((values ?? []) as string[]).join(),
  written: choicesIn,
  asks: 'Choose',
}

const reference: FieldKind = {
  shown: (id, name) => (typeof id === 'number' ? { id, label: toText(name ?? id) } : null),
  written: (entered) => (entered as ChosenValue | null)?.id ?? null,
  asks: 'Choose',
}

const references: FieldKind = {
  shown: (ids, names) =>
    ((ids ?? []) as number[]).map((id, place) => ({
      id,
      label: toText((names as string[] | undefined)?.[place] ?? id),
    })),
  written: (entered) => ((entered ?? []) as ChosenValue[]).map(({ id }) => id),
  asks: 'Choose',
}

const permissions: FieldKind = {
  shown: (_urls, selected) => ((selected ?? []) as PermissionRow[]).map(chosenPermission),
  written: (entered) => ((entered ?? []) as ChosenValue[]).map(({ url }) => url),
  asks: 'Choose',
}

/** Their names, which people read, stand where other references have theirs. */
const permissionIds: FieldKind = {
  ...references,
  shown: (ids, names) =>
    ((ids ?? []) as number[]).map((id, place) => ({
      id,
      label: permissionLabels((names as Permission[])[place] as Permission),
    })),
}

export const fieldKinds: Readonly<Record<ScreenField['kind'], FieldKind>> = {
  text,
  sentence,
  paragraph: text,
  template: text,
  message: text,
  email: text,
  tel: text,
  date: { ...text, written: (entered) => (entered === '' ? null : entered) },
  checkbox: { shown: (value) => value === true, written: (entered) => entered, asks: 'Enter' },
  number,
  degrees,
  money,
  prices,
  times,
  form,
  select,
  choices,
  reference,
  references,
  permissions,
  permissionIds,
}

export const isEmptyValue = (entered: EnteredValues) =>
  Array.isArray(entered) ? entered.length === 0 : entered !== false && isMissing(entered)

export const choiceLabel = (choices: ScreenField['choices'], value: unknown) =>
  choices?.find((choice) => toText(choice.value) === toText(value))?.label

const UNITS = [
  { name: 'day', minutes: 1_440 },
  { name: 'hour', minutes: 60 },
  { name: 'minute', minutes: 1 },
]

export function formatTimeLength(minutes: number): string {
  const parts: string[] = []
  let left = minutes
  for (const unit of UNITS) {
    const count = Math.floor(left / unit.minutes)
    left -= count * unit.minutes
    if (count > 0) parts.push(`${count} ${unit.name}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}

function lengthIn(text: string): number | null {
  const parts = [...text.matchAll(/(\d{1,5})\s*(day|hour|minute)s?/gi)]
  const rest = parts.reduce((left, [part]) => left.replace(part, ''), text)
  if (parts.length === 0 || rest.trim() !== '') return null
  return parts.reduce((sum, [, count, name]) => {
    const unit = UNITS.find((one) => one.name === name?.toLowerCase())
    return sum + Number(count) * (unit?.minutes ?? 0)
  }, 0)
}
