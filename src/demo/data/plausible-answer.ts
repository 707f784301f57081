import type { AnswerToQuestion } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { Random } from './random.ts'

const RARELY = 0.08
const NAMES = ['Ramipril 5 mg', 'Metformin 500 mg', 'Salbutamol inhaler', 'Amlodipine 10 mg']

/** A plausible answer to one question; undefined where it is left out. */
export function plausibleAnswer(
  item: FormItem,
  random: Random,
  { name, on, after }: { name: string; on: string; after: string },
): AnswerToQuestion | Record<string, AnswerToQuestion>[] | undefined {
  switch (item.type) {
    case 'radio': {
      const values = item.options.map(({ value }) => value)
      if (values.length === 2 && values.includes('no')) return random.chance(RARELY) ? 'yes' : 'no'
      return random.pick(values)
    }
    case 'select':
      return random.pick(item.options).value
    case 'checkboxes':
      return item.required
        ? item.options.map(({ value }) => value)
        : [random.pick(item.options).value]
    case 'checkbox':
      return true
    case 'number':
      return plausibleNumber(item, random)
    case 'date':
      return item.id === 'birth' ? '1984-05-12' : after
    case 'time':
      return '09:40'
    case 'signature':
      return { name, signed_on: on }
    case 'group':
      return random.chance(0.5)
        ? [{ 'medicine-name': random.pick(NAMES), 'medicine-dose': 'Once a day' }]
        : undefined
    case 'text':
      return 'A rash on both arms for two days'
    case 'textarea':
      return item.id === 'countries'
        ? random.pick(['Kenya and Tanzania', 'Thailand', 'Peru'])
        : item.required
          ? 'Swollen lips for an hour'
          : undefined
    default:
      return undefined
  }
}

const NUMBERS: Readonly<Record<string, readonly [number, number]>> = {
  weight: [58, 118],
  height: [155, 190],
  days: [1, 12],
  'first-systolic': [112, 168],
  'first-diastolic': [68, 98],
  'second-systolic': [110, 160],
  'second-diastolic': [66, 95],
  last: [125, 165],
  pulse: [56, 92],
  temperature: [36, 37],
}

const plausibleNumber = ({ id }: FormItem, random: Random) => {
  const [lowest, highest] = NUMBERS[id] ?? [1, 9]
  return random.between(lowest, highest)
}
