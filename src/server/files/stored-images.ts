import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ShownImage } from '#lib/contract/images.ts'
import type { Services } from '../services.ts'
import { type EncodedImage, encodeImage, widthsOf } from './encode-image.ts'
import { PUBLIC_FILES } from './serve-files.ts'

/** A row of `stored_image`: `key` is what the names of its files begin with. */
export type StoredImage = { key: string; width: number; height: number }

type Kept = Pick<Services, 'db' | 'files'>

/** Longer than an upload takes: what nothing refers to by then never will be. */
const ABANDONED_AFTER_HOURS = 1

const fileOf = (key: string, width: number) => `${key}-${width}.webp`

/**
 * Keeps an image under a name of its own, for a record to refer to in a transaction that follows.
 * Where nothing comes to refer to it, it is removed again.
 * @throws Refusal `invalid` for what is no good image, `unavailable` where it cannot be stored.
 */
export const storeImage = async (kept: Kept, folder: string, content: Uint8Array) =>
  await keepImage(kept, folder, await encodeImage(content))

/** The same of one that is drawn already. */
export async function keepImage(
  { db, files }: Kept,
  folder: string,
  image: EncodedImage,
): Promise<StoredImage> {
  const key = `${folder}/${randomBytes(16).toString('hex')}`
  const { width, height } = image
  // Noted before it is written, so that nothing lies there that nobody knows of.
  await db.insertInto('stored_image').values({ key, width, height }).execute()
  for (const file of image.files) {
    await files.put(fileOf(key, file.width), file.content, 'image/webp')
  }
  return { key, width, height }
}

/**
 * Removes images to which nothing refers: `only` these at once, else whatever was abandoned. May run
 * on several instances at the same time; what fails is tried again by the next run.
 */
export async function removeUnusedImages({ db, files }: Kept, only?: readonly string[]) {
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
    for (const some of widthsOf(width)) await files.remove(fileOf(key, some))
    await db.deleteFrom('stored_image').where('key', '=', key).execute()
  }
}

const isUnused = sql<boolean>`not exists (
    select from appointment_type where appointment_type.image = stored_image.key)
  and not exists (select from site where site.image = stored_image.key)`

/** An image as it travels; `site` is any address of it. */
export function presentImage(image: StoredImage | null, site: string): ShownImage {
  if (!image) return { image: null, image_sizes: [] }
  const sizes = widthsOf(image.width).map((width) => ({
    url: new URL(`${PUBLIC_FILES}/${fileOf(image.key, width)}`, site).href,
    width,
    height: Math.max(1, Math.round((image.height * width) / image.width)),
  }))
  return { image: sizes.at(-1)?.url ?? null, image_sizes: sizes }
}
