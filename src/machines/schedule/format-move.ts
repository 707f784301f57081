/** It names both sites, or both times, and the rest of the new place. */
export type FormatMove = { from: string; to: string; place: string }
