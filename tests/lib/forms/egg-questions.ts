import type { FormItem } from '#lib/contract/forms/form-item.ts'

/** Where the answer about eggs is yes. */
export const whenEggs: NonNullable<FormItem['show_when']> = {
  match: 'all',
  conditions: [{ item: 'eggs', operator: 'is', value: 'yes' }],
}

/** A question that warns, and the one that it leads to. */
export const eggQuestions: FormItem[] = [
  {
    type: 'radio',
    id: 'eggs',
    label: 'Are you allergic to eggs?',
    required: true,
    options: [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ],
    alerts: [
      {
        when: whenEggs,
        level: 'stop',
        text: 'Allergic to eggs',
        advice: 'Call us before you come.',
      },
    ],
  },
  { type: 'text', id: 'reaction', label: 'What happened?', required: true, show_when: whenEggs },
]
