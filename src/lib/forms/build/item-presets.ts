import type { FormItem, ItemType } from '#lib/contract/forms/form-item.ts'

export type NewItemKind = ItemType | 'yesNo'

type KindLabel = { kind: NewItemKind; words: string }

export const newQuestionKinds: readonly KindLabel[] = [
  { kind: 'yesNo', words: 'Yes or no' },
  { kind: 'radio', words: 'Choose one' },
  { kind: 'select', words: 'Choose one from a menu' },
  { kind: 'checkboxes', words: 'Choose several' },
  { kind: 'checkbox', words: 'Tick box' },
  { kind: 'text', words: 'Short answer' },
  { kind: 'textarea', words: 'Long answer' },
  { kind: 'number', words: 'Number' },
  { kind: 'date', words: 'Date' },
  { kind: 'time', words: 'Time' },
  { kind: 'datetime', words: 'Date and time' },
  { kind: 'email', words: 'Email address' },
  { kind: 'tel', words: 'Phone number' },
  { kind: 'url', words: 'Web address' },
  { kind: 'color', words: 'Colour' },
  { kind: 'file', words: 'File' },
  { kind: 'signature', words: 'Signature' },
]

export const newLayoutKinds: readonly KindLabel[] = [
  { kind: 'heading', words: 'Heading' },
  { kind: 'paragraph', words: 'Text to read' },
  { kind: 'calculated', words: 'Calculated' },
  { kind: 'page', words: 'New page' },
  { kind: 'group', words: 'Repeating group' },
]

const labelByKind = new Map(
  [...newQuestionKinds, ...newLayoutKinds].map(({ kind, words }) => [kind, words]),
)

/** A choice of exactly yes and no has the name by which it was added. */
export function formatItemKind(item: FormItem): string {
  const kind = isYesOrNo(item) ? 'yesNo' : item.type
  return labelByKind.get(kind) ?? kind
}

const isYesOrNo = (item: FormItem) =>
  item.type === 'radio' &&
  item.other === undefined &&
  item.options.map(({ value }) => value).join() === 'yes,no'

export function nameOfItem(item: FormItem): string {
  const text = 'text' in item ? item.text : item.label
  return text.trim().split('\n')[0] || formatItemKind(item)
}

export function newItem(kind: NewItemKind, id: string): FormItem {
  switch (kind) {
    case 'yesNo':
      return { type: 'radio', id, label: '', options: yesAndNo, required: true }
    case 'radio':
    case 'select':
    case 'checkboxes':
      return { type: kind, id, label: '', options: [emptyOption(1), emptyOption(2)] }
    case 'paragraph':
      return { type: 'paragraph', id, text: '' }
    case 'calculated':
      return { type: 'calculated', id, label: '', calculation: 'sum', of: [] }
    case 'group':
      return { type: 'group', id, label: '', items: [] }
    default:
      return { type: kind, id, label: '' }
  }
}

const yesAndNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

const emptyOption = (number: number) => ({ value: `option-${number}`, label: '' })
