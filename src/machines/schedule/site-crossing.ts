/** A reschedule to another site: the names of both, and the new time and clinician in words. */
export type SiteCrossing = { from: string; to: string; place: string }
