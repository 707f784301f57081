import { sql } from 'kysely'
import type { ShownImage } from '#lib/contract/images.ts'
import { auditByViewer } from '../audit/audit.ts'
import {
  presentImage,
  removeUnusedImages,
  type StoredImage,
  storeImage,
} from '../files/stored-images.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusals/refusal.ts'
import { findVisibility } from './visibility.ts'

const kinds = {
  'appointment-types': { table: 'appointment_type', name: 'appointment type', seen: 'types' },
  sites: { table: 'site', name: 'site', seen: 'sites' },
} as const
type Folder = keyof typeof kinds
type Pictured = { params: { id: number } }

export const imageRoutes = (folder: Folder) => ({
  upload: ({ params, upload }: Pictured & { upload: Uint8Array }, call: SignedInCall) =>
    uploadImage(call, folder, params.id, upload),
  read: ({ params }: Pictured, call: SignedInCall) => readImage(call, folder, params.id),
  remove: ({ params }: Pictured, call: SignedInCall) => removeImage(call, folder, params.id),
})

async function uploadImage(
  call: SignedInCall,
  folder: Folder,
  id: number,
  content: Uint8Array,
): Promise<ShownImage> {
  await mustSee(call, folder, id)
  const image = await storeImage(call.services, folder, content)
  await replaceImage(call, folder, id, image)
  return presentImage(image, call.apiUrl)
}

async function readImage(call: SignedInCall, folder: Folder, id: number): Promise<ShownImage> {
  await mustSee(call, folder, id)
  const { rows } = await sql<StoredImage>`
    select stored_image.key, stored_image.width, stored_image.height
    from ${sql.table(kinds[folder].table)} as record
      join stored_image on stored_image.key = record.image
    where record.id = ${id}`.execute(call.services.db)
  return presentImage(rows[0] ?? null, call.apiUrl)
}

async function removeImage(call: SignedInCall, folder: Folder, id: number): Promise<void> {
  await mustSee(call, folder, id)
  await replaceImage(call, folder, id, null)
}

async function mustSee({ services, viewer }: SignedInCall, folder: Folder, id: number) {
  const { table, name, seen } = kinds[folder]
  const { rows } = await sql<{ hidden: boolean }>`
    select hidden from ${sql.table(table)} where id = ${id}`.execute(services.db)
  const [record] = rows
  if (!record || (record.hidden && !findVisibility(viewer)[seen])) throw notFound(`This ${name}`)
}

async function replaceImage(
  call: SignedInCall,
  folder: Folder,
  id: number,
  image: StoredImage | null,
) {
  const { db, log } = call.services
  const { table, name } = kinds[folder]
  const old = await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ image: string | null }>`
      select image from ${sql.table(table)} where id = ${id} for no key update`.execute(tx)
    const [before] = rows
    if (!before) throw notFound(`This ${name}`)
    if (!image && before.image === null) return null
    await sql`
      update ${sql.table(table)} set image = ${image?.key ?? null} where id = ${id}`.execute(tx)
    await auditByViewer(tx, call, {
      action: 'record.changed',
      subjectType: table,
      subjectId: id,
      patientId: null,
      change: { fields: ['image'], ...(!image && { image: 'removed' }) },
    })
    return before.image
  })
  if (old === null) return
  // Housekeeping removes the old files if this fails.
  await removeUnusedImages(call.services, [old]).catch((error: unknown) =>
    log.warn({ err: error }, 'an image that is not used any more could not be removed yet'),
  )
}
