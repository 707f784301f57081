/**
 * A move that is asked about: from where or when, to where or when (both sites, or both times), and
 * the rest of the new place.
 */
export type FormatMove = { from: string; to: string; place: string }
