import type { ShownImage } from '#lib/contract/images.ts'
import { actorOf, audit } from '../audit.ts'
import {
  presentImage,
  removeUnusedImages,
  type StoredImage,
  storeImage,
} from '../files/stored-images.ts'
import type { SignedInCall } from '../http/implement.ts'
import { notFound } from '../refusal.ts'

/**
 * Gives an appointment type an image, in place of any it had.
 * @throws Refusal `not_found`; `invalid`, `unavailable` as `storeImage`.
 */
export async function uploadTypeImage(
  call: SignedInCall,
  id: number,
  content: Uint8Array,
): Promise<ShownImage> {
  await mustSee(call, id)
  const image = await storeImage(call.services, 'appointment-types', content)
  await replaceImage(call, id, image)
  return presentImage(image, call.apiUrl)
}

/** @throws Refusal `not_found`. */
export async function readTypeImage(call: SignedInCall, id: number): Promise<ShownImage> {
  await mustSee(call, id)
  const image = await call.services.db
    .selectFrom('appointment_type')
    .innerJoin('stored_image', 'stored_image.key', 'appointment_type.image')
    .select(['stored_image.key', 'stored_image.width', 'stored_image.height'])
    .where('appointment_type.id', '=', id)
    .executeTakeFirst()
  return presentImage(image ?? null, call.apiUrl)
}

/** Takes the image of an appointment type away; without one nothing happens. @throws Refusal `not_found`. */
export async function removeTypeImage(call: SignedInCall, id: number): Promise<void> {
  await mustSee(call, id)
  await replaceImage(call, id, null)
}

async function mustSee({ services, viewer }: SignedInCall, id: number): Promise<void> {
  const type = await services.db
    .selectFrom('appointment_type')
    .select('hidden')
    .where('id', '=', id)
    .executeTakeFirst()
  const isSeen =
    type && (!type.hidden || viewer.permissions.has('clinic.view_hidden_appointment_types'))
  if (!isSeen) throw notFound('This appointment type')
}

async function replaceImage(call: SignedInCall, id: number, image: StoredImage | null) {
  const { db, log } = call.services
  const old = await db.transaction().execute(async (tx) => {
    const before = await tx
      .selectFrom('appointment_type')
      .select('image')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!before) throw notFound('This appointment type')
    if (!image && before.image === null) return null
    await tx
      .updateTable('appointment_type')
      .set({ image: image?.key ?? null })
      .where('id', '=', id)
      .execute()
    await audit(tx, call, {
      actor: actorOf(call.viewer),
      action: 'record.changed',
      subjectType: 'appointment_type',
      subjectId: id,
      patientId: null,
      change: { fields: ['image'], ...(!image && { image: 'removed' }) },
    })
    return before.image
  })
  if (old === null) return
  // The change is made, whatever becomes of the old files: housekeeping comes back to them.
  await removeUnusedImages(call.services, [old]).catch((error: unknown) =>
    log.warn({ err: error }, 'an image that is not used any more could not be removed yet'),
  )
}
