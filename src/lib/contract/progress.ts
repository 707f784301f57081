import { z } from 'zod'

/** How far long-running work is, told over the live channel (specification, section 3). */
export const ProgressMessage = z.object({
  type: z.literal('progress'),
  /** Percent. */
  progress: z.number().min(0).max(100),
  /** What is being done, or the name of a file. */
  name: z.string().max(200),
})
export type ProgressMessage = z.infer<typeof ProgressMessage>
