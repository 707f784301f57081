/*
 * How long what people write may be, and what is said of more: the same in the browser and on the
 * server. Without the schemas, which a page need not load for it.
 */

export const LONGEST_NOTES = 2_000
export const LONGEST_CANCELLATION_NOTES = 1_000
export const LONGEST_CORRECTION_REASON = 1_000

/** As it is counted: without the white space around it. */
export const lengthOf = (text: string): number => text.trim().length

/** @param name of the field, where the message may stand away from it. */
export function tooLong(longest: number, name?: string): string {
  const characters = `${longest.toLocaleString('en-GB')} characters or fewer`
  return name ? `${name} must be ${characters}` : `Use ${characters}`
}
