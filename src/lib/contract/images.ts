import { z } from 'zod'
import { idText, url } from './fields.ts'
import { operation } from './operation.ts'
import type { Permission } from './permissions.ts'

const pixels = z.int().positive()

export const imageFields = {
  image: url.nullable(),
  image_sizes: z.array(z.object({ url, width: pixels, height: pixels })),
}
const ShownImage = z.object(imageFields)
export type ShownImage = z.infer<typeof ShownImage>

export const imageUpload = {
  field: 'image',
  largestBytes: 10 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/webp'],
} as const

const ofRecord = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'not_found'] as const

const uploading = (name: string, permission: Permission) =>
  operation({
    cost: 'image',
    summary: `Give ${name} an image, in place of any it had: JPEG, PNG or WebP of at most 10 MB and 50 million pixels, drawn anew in the widths that are shown`,
    audience: 'admin',
    permission,
    params: ofRecord,
    upload: imageUpload,
    status: 200,
    response: ShownImage,
    errors: [...refusals, 'too_large', 'unsupported_media_type', 'unavailable'],
  })
const readingImage = (name: string, permission: Permission) =>
  operation({
    summary: `The image that ${name} has`,
    audience: 'admin',
    permission,
    params: ofRecord,
    status: 200,
    response: ShownImage,
    errors: refusals,
  })
const removing = (name: string, permission: Permission) =>
  operation({
    summary: `Take the image of ${name} away`,
    audience: 'admin',
    permission,
    params: ofRecord,
    status: 204,
    errors: refusals,
  })

export const imageOperations = <const Path extends string>(
  path: Path,
  name: string,
  { view, change }: Record<'view' | 'change', Permission>,
) =>
  ({
    [`POST admin/${path}/{id}/upload_image/`]: uploading(name, change),
    [`GET admin/${path}/{id}/upload_image/`]: readingImage(name, view),
    [`DELETE admin/${path}/{id}/upload_image/`]: removing(name, change),
  }) as unknown as Record<`POST admin/${Path}/{id}/upload_image/`, ReturnType<typeof uploading>> &
    Record<`GET admin/${Path}/{id}/upload_image/`, ReturnType<typeof readingImage>> &
    Record<`DELETE admin/${Path}/{id}/upload_image/`, ReturnType<typeof removing>>
