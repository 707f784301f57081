import { LONGEST_WAIT_DAYS, WaitingPreference } from '#lib/contract/waiting-list.ts'
import { addDays } from '#lib/dates/format-date-time.ts'
import { questionResolver } from '../../ui/form/question-resolver.ts'

/** People think in these parts of the day; any of them is the whole day. */
export const partsOfDay = {
  any: { label: 'Any time', from_time: '00:00', to_time: '23:59' },
  morning: { label: 'Morning, before 12 noon', from_time: '00:00', to_time: '11:59' },
  afternoon: { label: 'Afternoon, 12 noon to 5pm', from_time: '12:00', to_time: '16:59' },
  evening: { label: 'Evening, from 5pm', from_time: '17:00', to_time: '23:59' },
} as const
export type PartOfDay = keyof typeof partsOfDay

export type PreferenceDraft = {
  days: number[]
  hours: PartOfDay
  site_ids: number[]
  until: string
}
export type PreferenceQuestion = keyof PreferenceDraft

export const preferenceUntil = (until: string): PreferenceDraft => ({
  days: [1, 2, 3, 4, 5, 6, 7],
  hours: 'any',
  site_ids: [],
  until,
})

/** Whoever has no appointment gets four weeks; who waits longer chooses another day. */
export const usualDays = (today: string) => ({
  first: today,
  until: addDays(today, 28),
  last: addDays(today, LONGEST_WAIT_DAYS),
})

export const preferenceQuestions: readonly PreferenceQuestion[] = [
  'days',
  'hours',
  'site_ids',
  'until',
]

export function findPreferenceQuestion(field: string): PreferenceQuestion | undefined {
  if (field === 'from_time' || field === 'to_time') return 'hours'
  return preferenceQuestions.find((question) => question === field)
}

export const preferenceResolver = questionResolver<PreferenceDraft, WaitingPreference>({
  schema: WaitingPreference,
  toWrite: ({ hours: chosen, ...draft }) => {
    const { from_time, to_time } = partsOfDay[chosen]
    return { ...draft, from_time, to_time }
  },
  questionOf: findPreferenceQuestion,
  ownProblems: ({ until }) => (until === '' ? { until: 'Choose the last day' } : {}),
})
