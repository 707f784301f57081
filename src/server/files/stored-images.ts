import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Sharp, SharpOptions } from 'sharp'
import { imageUpload, type ShownImage } from '#lib/contract/images.ts'
import { invalid, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { PUBLIC_FILES } from './serve-files.ts'

type EncodedImage = { width: number; height: number; files: readonly ImageFile[] }
type ImageFile = { width: number; content: Uint8Array }

const SMALL_WIDTH = 640
const LARGEST_WIDTH = 1280
const SHORTEST_SIDE = 180
const LONGEST_SHAPE = 4

const imageWidths = (width: number): readonly number[] =>
  width > SMALL_WIDTH ? [SMALL_WIDTH, width] : [width]

/**
 * Redraws an image upright, so that nothing else of the file survives. Its content decides its
 * type.
 * @throws Refusal `invalid` for what is no image, or too large, too small or damaged.
 */
async function encodeImage(content: Uint8Array): Promise<EncodedImage> {
  const { fileTypeFromBuffer } = await import('file-type')
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

const refused = (text: string, cause?: unknown) =>
  Object.assign(invalid({ image: [text] }), { cause })

export type StoredImage = { key: string; width: number; height: number }

type ImageStore = Pick<Services, 'db' | 'files'>

const ABANDONED_AFTER_HOURS = 1

const fileName = (key: string, width: number) => `${key}-${width}.webp`

/** Removed again if no record refers to it. @throws Refusal `invalid`, `unavailable`. */
export const storeImage = async (kept: ImageStore, folder: string, content: Uint8Array) =>
  await saveImage(kept, folder, await encodeImage(content))

export async function saveImage(
  { db, files }: ImageStore,
  folder: string,
  image: EncodedImage,
): Promise<StoredImage> {
  const key = `${folder}/${randomBytes(16).toString('hex')}`
  const { width, height } = image
  // Recorded before it is written, so that no unknown file is left.
  await db.insertInto('stored_image').values({ key, width, height }).execute()
  for (const file of image.files) {
    await files.put(fileName(key, file.width), file.content, 'image/webp')
  }
  return { key, width, height }
}

/** Unreferenced images: `only` these, else abandoned ones. The next run repeats failures. */
export async function removeUnusedImages({ db, files }: ImageStore, only?: readonly string[]) {
  const unused = await db
    .selectFrom('stored_image')
    .select(['key', 'width'])
    .where(isUnused)
    .$if(only !== undefined, (rows) => rows.where(sql<boolean>`key = any(${only}::text[])`))
    .$if(only === undefined, (rows) =>
      rows.where(
        'created',
        '<',
        sql<Date>`now() - make_interval(hours => ${ABANDONED_AFTER_HOURS})`,
      ),
    )
    .execute()
  for (const { key, width } of unused) {
    for (const some of imageWidths(width)) await files.remove(fileName(key, some))
    await db.deleteFrom('stored_image').where('key', '=', key).execute()
  }
}

const isUnused = sql<boolean>`not exists (
    select from appointment_type where appointment_type.image = stored_image.key)
  and not exists (select from site where site.image = stored_image.key)`

export function presentImage(image: StoredImage | null, site: string): ShownImage {
  if (!image) return { image: null, image_sizes: [] }
  const sizes = imageWidths(image.width).map((width) => ({
    url: new URL(`${PUBLIC_FILES}/${fileName(image.key, width)}`, site).href,
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  }))
  return { image: sizes.at(-1)?.url ?? null, image_sizes: sizes }
}

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
  refused: (text: string, cause?: unknown) => Error,
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

/** Telephones make no more; it is checked before anything is unpacked. */
const MOST_PIXELS = 50_000_000
const IMAGE_SECONDS = 20

const DAMAGED = 'This image is damaged or incomplete. Choose another file'

type OpenedImage = { open: () => Sharp; width: number; height: number }

/**
 * Opens an image for drawing it again; `width` and `height` are upright.
 * @param content the bytes, or the path of a file.
 * @throws what `refused` makes of a sentence, for too many pixels or damage.
 */
async function readImage(
  content: Uint8Array | string,
  refused: (text: string, cause?: unknown) => Error,
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
