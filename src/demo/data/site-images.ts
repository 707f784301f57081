import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { saveImage } from '#server/files/stored-images.ts'
import type { Services } from '#server/services.ts'

const folder = join(import.meta.dirname, 'images')
const HEIGHT_OF_WIDTH = 9 / 16

/**
 * Gives the sites of the demonstration their images, drawn already: `<slug>-<width>.webp`. After its
 * other data, because files are no part of a transaction.
 */
export async function addSiteImages(kept: Pick<Services, 'db' | 'files'>): Promise<void> {
  const names = await readdir(folder)
  const bySlug = Map.groupBy(names, (name) => name.replace(/-\d+\.webp$/, ''))
  for (const [slug, own] of bySlug) {
    const drawn = own.map(async (name) => ({
      width: Number(/(\d+)\.webp$/.exec(name)?.[1]),
      content: await readFile(join(folder, name)),
    }))
    const files = (await Promise.all(drawn)).toSorted((a, b) => a.width - b.width)
    const width = files.at(-1)?.width ?? 0
    const height = Math.round(width * HEIGHT_OF_WIDTH)
    const { key } = await saveImage(kept, 'sites', { width, height, files })
    await kept.db.updateTable('site').set({ image: key }).where('slug', '=', slug).execute()
  }
}
