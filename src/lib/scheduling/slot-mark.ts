export const SLOT_MARK_MINUTES = 5
export const SLOT_MARK_MS = SLOT_MARK_MINUTES * 60_000

/** Zones differ by whole marks, so marks of the epoch (milliseconds) hold everywhere. */
export const nextMark = (milliseconds: number): number =>
  Math.ceil(milliseconds / SLOT_MARK_MS) * SLOT_MARK_MS
