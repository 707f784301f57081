/** In characters, of notes and reactions. */
export const LONGEST_RECORD_TEXT = 2_000
