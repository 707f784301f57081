import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ShownImage } from '#lib/contract/images.ts'
import type { Services } from '../services.ts'
import { type EncodedImage, encodeImage, imageWidths } from './encode-image.ts'
import { PUBLIC_FILES } from './serve-files.ts'

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
