const FIGURES = /^\d{1,3}$/

export const doseNumberProblem = (typed: string): string | false =>
  typed.trim() !== '' &&
  !FIGURES.test(typed.trim()) &&
  'Enter the dose number in figures, such as 2'

export const doseNumberIn = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed)
