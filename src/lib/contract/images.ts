import { z } from 'zod'
import { url } from './fields.ts'

const pixels = z.int().positive()

/** What a record with an image says of it: its address, and that of each width it can be had in. */
export const imageFields = {
  /** The largest; null without an image. */
  image: url.nullable(),
  /** The smallest first, in pixels; all of one shape. */
  image_sizes: z.array(z.object({ url, width: pixels, height: pixels })),
}
export const ShownImage = z.object(imageFields)
export type ShownImage = z.infer<typeof ShownImage>

/** What an image may be that is sent here. */
export const imageUpload = {
  field: 'image',
  largestBytes: 10 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const
