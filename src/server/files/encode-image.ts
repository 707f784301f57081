import { fileTypeFromBuffer } from 'file-type'
import type { Sharp } from 'sharp'
import { imageUpload } from '#lib/contract/images.ts'
import { invalid } from '../refusals/refusal.ts'
import { DAMAGED, IMAGE_SECONDS, type OpenedImage, readImage } from './read-image.ts'

export type EncodedImage = { width: number; height: number; files: readonly ImageFile[] }
type ImageFile = { width: number; content: Uint8Array }

const SMALL_WIDTH = 640
const LARGEST_WIDTH = 1280
const SHORTEST_SIDE = 180
const LONGEST_SHAPE = 4

export const imageWidths = (width: number): readonly number[] =>
  width > SMALL_WIDTH ? [SMALL_WIDTH, width] : [width]

/**
 * Redraws an image upright, so that nothing else of the file survives. Its content decides its
 * type.
 * @throws Refusal `invalid` for what is no image, or too large, too small or damaged.
 */
export async function encodeImage(content: Uint8Array): Promise<EncodedImage> {
  const { mime = '' } = (await fileTypeFromBuffer(content)) ?? {}
  if (!imageUpload.types.some((type) => type === mime)) {
    throw refused('This is not a JPEG, PNG or WebP image. Choose another file')
  }
  const opened = await readImage(content, refused)
  checkShape(opened)
  const { open } = opened
  try {
    const upright = open().autoOrient()
    const large = await webp(upright, LARGEST_WIDTH)
    const { width, height } = large
    const smaller = imageWidths(width).filter((some) => some < width)
    const files: ImageFile[] = []
    // In turn, because each takes a thread that also reads files.
    for (const some of smaller) files.push((await webp(open().autoOrient(), some)).file)
    return { width, height, files: [...files, large.file] }
  } catch (cause) {
    throw refused(DAMAGED, cause)
  }
}

const webp = async (image: Sharp, width: number) => {
  const { data, info } = await image
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78 })
    .timeout({ seconds: IMAGE_SECONDS })
    .toBuffer({ resolveWithObject: true })
  return { ...info, file: { width: info.width, content: data } }
}

function checkShape({ width, height }: OpenedImage): void {
  const [short = 0, long = 0] = [width, height].sort((a, b) => a - b)
  if (short < SHORTEST_SIDE) {
    throw refused(`This image is too small: each side needs ${SHORTEST_SIDE} pixels or more`)
  }
  if (long > short * LONGEST_SHAPE) {
    throw refused(
      `This image is too long and thin. Its long side can be at most ${LONGEST_SHAPE} times its short side`,
    )
  }
}

const refused = (words: string, cause?: unknown) =>
  Object.assign(invalid({ image: [words] }), { cause })
