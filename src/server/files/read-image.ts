import type { Sharp, SharpOptions } from 'sharp'
import { Refusal } from '../refusals/refusal.ts'

/** Telephones make no more; it is checked before anything is unpacked. */
const MOST_PIXELS = 50_000_000
export const IMAGE_SECONDS = 20

export const DAMAGED = 'This image is damaged or incomplete. Choose another file'

export type OpenedImage = { open: () => Sharp; width: number; height: number }

/**
 * Opens an image for drawing it again; `width` and `height` are upright.
 * @param content the bytes, or the path of a file.
 * @throws what `refused` makes of a sentence, for too many pixels or damage.
 */
export async function readImage(
  content: Uint8Array | string,
  refused: (words: string, cause?: unknown) => Error,
): Promise<OpenedImage> {
  const open = await opener(content)
  const { autoOrient } = await open()
    .metadata()
    .catch((cause: unknown) => {
      if (String(cause).includes('pixel limit')) return { autoOrient: null }
      throw refused(DAMAGED, cause)
    })
  if (!autoOrient || autoOrient.width * autoOrient.height > MOST_PIXELS) {
    throw refused('This image has more than 50 million pixels. Make it smaller first')
  }
  return { open, width: autoOrient.width, height: autoOrient.height }
}

async function opener(content: Uint8Array | string): Promise<() => Sharp> {
  const { default: sharp } = await import('sharp').catch((cause: unknown) => {
    throw new Refusal('unavailable', 'This installation cannot read images.', { cause })
  })
  sharp.cache(false)
  // No threads beside those that the admission gate counts on.
  sharp.concurrency(1)
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error' }
  return () => sharp(content, options)
}
