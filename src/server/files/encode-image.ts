import type { Sharp, SharpOptions } from 'sharp'
import { invalid, Refusal } from '../refusal.ts'

export type EncodedImage = { width: number; height: number; files: readonly ImageFile[] }
type ImageFile = { width: number; content: Uint8Array }

const SMALL_WIDTH = 640
const LARGEST_WIDTH = 1280
const SHORTEST_SIDE = 180
/** The most of telephones; checked before anything is unpacked. */
const MOST_PIXELS = 50_000_000
const SECONDS = 20
const LONGEST_SHAPE = 4

/** The smallest first; the last is the image's own. */
export const widthsOf = (width: number): readonly number[] =>
  width > SMALL_WIDTH ? [SMALL_WIDTH, width] : [width]

/**
 * Redraws an image upright, so that nothing else of the file survives. Its content decides its
 * type.
 * @throws Refusal `invalid` for what is no image, or too large, too small or damaged.
 */
export async function encodeImage(content: Uint8Array): Promise<EncodedImage> {
  if (!isImage(content)) throw refused('This is not a JPEG, PNG or WebP image. Choose another file')
  const open = await opener(content)
  await checkSize(open)
  try {
    const upright = open().autoOrient()
    const large = await webp(upright, LARGEST_WIDTH)
    const { width, height } = large
    const smaller = widthsOf(width).filter((some) => some < width)
    const files: ImageFile[] = []
    // In turn, because each takes a thread that also reads files.
    for (const some of smaller) files.push((await webp(open().autoOrient(), some)).file)
    return { width, height, files: [...files, large.file] }
  } catch (cause) {
    throw refused('This image is damaged or incomplete. Choose another file', cause)
  }
}

const webp = async (image: Sharp, width: number) => {
  const { data, info } = await image
    .resize({ width, withoutEnlargement: true })
    .webp({ quality: 78 })
    .timeout({ seconds: SECONDS })
    .toBuffer({ resolveWithObject: true })
  return { ...info, file: { width: info.width, content: data } }
}

async function checkSize(open: () => Sharp): Promise<void> {
  const { autoOrient } = await open()
    .metadata()
    .catch((cause: unknown) => {
      if (String(cause).includes('pixel limit')) return { autoOrient: null }
      throw refused('This image is damaged or incomplete. Choose another file', cause)
    })
  if (!autoOrient || autoOrient.width * autoOrient.height > MOST_PIXELS) {
    throw refused('This image has more than 50 million pixels. Make it smaller first')
  }
  const [short = 0, long = 0] = [autoOrient.width, autoOrient.height].sort((a, b) => a - b)
  if (short < SHORTEST_SIDE) {
    throw refused(`This image is too small: each side needs ${SHORTEST_SIDE} pixels or more`)
  }
  if (long > short * LONGEST_SHAPE) {
    throw refused(
      `This image is too long and thin. Its long side can be at most ${LONGEST_SHAPE} times its short side`,
    )
  }
}

/** Loaded with the first image. */
async function opener(content: Uint8Array): Promise<() => Sharp> {
  const { default: sharp } = await import('sharp').catch((cause: unknown) => {
    throw new Refusal('unavailable', 'This installation cannot read images.', { cause })
  })
  // Each image is used once.
  sharp.cache(false)
  // No threads beside those that the admission gate counts on.
  sharp.concurrency(1)
  const options: SharpOptions = { limitInputPixels: MOST_PIXELS, failOn: 'error' }
  return () => sharp(content, options)
}

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
/** First bytes of each kind, by place. */
const KINDS: readonly (readonly [place: number, bytes: readonly number[]])[][] = [
  [[0, [0xff, 0xd8, 0xff]]],
  [[0, [0x89, ...ascii('PNG\r\n\x1a\n')]]],
  [
    [0, ascii('RIFF')],
    [8, ascii('WEBP')],
  ],
]

const isImage = (content: Uint8Array) =>
  KINDS.some((kind) =>
    kind.every(([place, bytes]) => bytes.every((byte, at) => content[place + at] === byte)),
  )

const refused = (words: string, cause?: unknown) =>
  Object.assign(invalid({ image: [words] }), { cause })
