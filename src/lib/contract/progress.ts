import { z } from 'zod'

/** A message of the live channel. */
export const ProgressMessage = z.object({
  type: z.literal('progress'),
  /** Percent. */
  progress: z.number().min(0).max(100),
  name: z.string().max(200),
})
export type ProgressMessage = z.infer<typeof ProgressMessage>
