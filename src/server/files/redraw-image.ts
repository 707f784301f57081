import { join } from 'node:path'
import pLimit from 'p-limit'
import { DAMAGED, IMAGE_SECONDS, readImage } from './read-image.ts'

/** It is enough to read a page by. */
const LONGEST_SIDE = 3000
const QUALITY = 85

/** Each takes a thread that also reads files. */
const inTurn = pLimit(1)

/**
 * Draws an image file upright in its own format, so that nothing else of it survives.
 * @returns the path of the new file in `folder`.
 * @throws what `refused` makes of a sentence.
 */
export const redrawImage = (
  path: string,
  folder: string,
  format: 'jpeg' | 'png' | 'webp',
  refused: (words: string, cause?: unknown) => Error,
): Promise<string> =>
  inTurn(async () => {
    const { open } = await readImage(path, refused)
    const redrawn = join(folder, `redrawn.${format}`)
    await open()
      .autoOrient()
      .resize({
        width: LONGEST_SIDE,
        height: LONGEST_SIDE,
        fit: 'inside',
        withoutEnlargement: true,
      })
      .toFormat(format, format === 'png' ? {} : { quality: QUALITY })
      .timeout({ seconds: IMAGE_SECONDS })
      .toFile(redrawn)
      .catch((cause: unknown) => {
        throw refused(DAMAGED, cause)
      })
    return redrawn
  })
