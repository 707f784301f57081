import { z } from 'zod'

export const ProgressMessage = z.object({
  type: z.literal('progress'),
  progress: z.number().min(0).max(100),
  name: z.string().max(200),
})
export type ProgressMessage = z.infer<typeof ProgressMessage>
