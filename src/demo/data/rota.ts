import { z } from 'zod'
import rota from './rota.json' with { type: 'json' }

/** One line of the rota: who works where, when, and on what. Times are the clinic's. */
const rotaLine = z.strictObject({
  clinician: z.string(),
  room: z.string(),
  /** 0 is Monday. */
  weekdays: z.array(z.int().min(0).max(6)),
  from: z.string(),
  to: z.string(),
  types: z.array(z.string()),
  /** 1 every week, 2 every other. */
  everyWeeks: z.int().optional(),
  /** Written as a daily rule on these weekdays, as the form for a new availability suggests. */
  daily: z.literal(true).optional(),
  /** The first such day from then on, in days from today, and no other. */
  onceFrom: z.int().optional(),
})
export type RotaLine = z.infer<typeof rotaLine>

/**
 * Inside the hours of each branch; nobody and no room twice at a time. Nobody works at a branch
 * without an address: whoever booked there would not know where to go.
 */
export const ROTA = z.array(rotaLine).parse(rota)
