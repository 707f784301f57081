export const LONGEST_NOTES = 2_000
export const LONGEST_CANCELLATION_NOTES = 1_000
export const LONGEST_CORRECTION_REASON = 1_000
export const NO_REASON = 'Not given'
export const LONGEST_ADVICE = 5_000
export const LONGEST_PERSONAL_MESSAGE = 500
export const LONGEST_SNIPPET_NAME = 100

export function tooLong(longest: number, name?: string): string {
  const characters = `${longest.toLocaleString('en-GB')} characters or fewer`
  return name ? `${name} must be ${characters}` : `Use ${characters}`
}
