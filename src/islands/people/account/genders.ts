/** They are NHS codes of a person's stated gender; -1 where it was not asked. */
const LABELS = new Map([
  [-1, 'Not given'],
  [2, 'Female'],
  [1, 'Male'],
  [9, 'Not specified'],
])
const UNKNOWN = 'Not known'

export const genderLabels = (code: number) => LABELS.get(code) ?? UNKNOWN

export function genderChoices(current: string): { value: string; label: string }[] {
  const choices = [...LABELS].map(([code, label]) => ({ value: String(code), label }))
  return choices.some(({ value }) => value === current)
    ? choices
    : [...choices, { value: current, label: UNKNOWN }]
}
