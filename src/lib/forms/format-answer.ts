import type { AnswerToQuestion } from '../contract/forms/form-answers.ts'
import type { GroupedItem } from '../contract/forms/form-item.ts'
import { formatCalendarDate, formatClockTime } from '../dates/format-date-time.ts'
import { isFiles, isSignature } from './answer-kinds.ts'
import type { ShownItem } from './evaluate-form.ts'

const UNREADABLE = 'This answer cannot be read'

export const formatShownAnswer = ({ item, value, isUnread }: ShownItem): string[] => {
  if (isUnread) return [UNREADABLE]
  return item.type === 'group' ? [] : formatAnswer(item, value)
}

export function formatAnswer(item: GroupedItem, value: AnswerToQuestion | undefined): string[] {
  if (value === undefined) return []
  if (isSignature(value)) return [`Signed by ${value.name}, ${formatCalendarDate(value.signed_on)}`]
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (typeof value === 'number') return [inUnit(item, value)]
  if (isFiles(value)) return value.map(({ name }) => name)
  if (Array.isArray(value)) return (value as string[]).map((each) => formatOption(item, each))
  return [formatValue(item, value)]
}

function formatValue(item: GroupedItem, value: string): string {
  switch (item.type) {
    case 'date':
      return formatCalendarDate(value)
    case 'time':
      return formatClockTime(value)
    case 'datetime': {
      const [date = '', time = ''] = value.split('T')
      return `${formatCalendarDate(date)} at ${formatClockTime(time)}`
    }
    default:
      return formatOption(item, value)
  }
}

const formatOption = (item: GroupedItem, value: string) =>
  ('options' in item && item.options.find((option) => option.value === value)?.label) || value

const inUnit = (item: GroupedItem, value: number) => {
  const figure = value.toLocaleString('en-GB', { maximumFractionDigits: 6 })
  return 'unit' in item && item.unit ? `${figure} ${item.unit}` : figure
}
