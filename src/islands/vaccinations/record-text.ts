/** In characters, of notes and reactions. */
export const LONGEST_RECORD_TEXT = 2_000
/** Of why a record is corrected or marked as entered in error. */
export const LONGEST_CHANGE_REASON = 1_000
