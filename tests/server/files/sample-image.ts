import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture of one colour. */
export const sampleImage = (
  { width = 800, height = 450 } = {},
  format: 'png' | 'jpeg' | 'webp' | 'gif' = 'png',
) =>
  sharp({ create: { width, height, channels: 3, background: '#2a6f6b' } })
    .toFormat(format)
    .toBuffer()

/** A real square PNG of some 50 kB that unpacks into 400 million pixels, unless its side is given. */
export function imageBomb(side = 20_000): Uint8Array {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // One bit a pixel, of grey.
  head[8] = 1
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side / 8 + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.byteLength)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/** A form with one file. */
export function formWith(
  content: Uint8Array,
  { field = 'image', name = 'picture.png', type = 'image/png' } = {},
) {
  const form = new FormData()
  form.append(field, new File([content as BlobPart], name, { type }))
  return form
}

/** The same as a browser sends it. */
export const fileBody = (...given: Parameters<typeof formWith>) => readBody(formWith(...given))

export async function readBody(form: FormData) {
  const encoded = new Response(form)
  return {
    raw: await encoded.arrayBuffer(),
    headers: { 'Content-Type': encoded.headers.get('Content-Type') ?? '' },
  }
}
