import { createConnection } from 'node:net'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { storageAway } from '#server/files/file-storage.ts'
import { removeUnusedImages } from '#server/files/stored-images.ts'
import { isFull } from '../../amount.ts'
import { addType } from '../clinic-factory.ts'
import { auditLines, oneRow } from '../rows.ts'
import { type Answer, listedRows, send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { fileBody, imageBomb, readBody, sampleImage } from './sample-image.ts'

let type: Awaited<ReturnType<typeof addType>>

const server = await runTestServer()
const { db } = server.database
const files = server.services.files
const me = await addStaffUser(server, ['clinic.change_appointmenttype'])
beforeEach(async () => {
  server.services.files = files
  type = await addType(db)
})

type Shown = { image: string; image_sizes: { url: string; width: number; height: number }[] }

const path = () => `/api/admin/appointmenttypes/${type.id}/upload_image/`
const post = (sent: { raw: BodyInit; headers: Record<string, string> }) =>
  send(server, 'POST', path(), { raw: sent.raw, headers: { ...me.headers, ...sent.headers } })
const upload = async (content: Uint8Array, named = {}) => post(await fileBody(content, named))
const remove = () => me.ask('DELETE', path())
const shown = (answer: Answer) => answer.body as unknown as Shown
const get = (url: string, init = {}) => fetch(`${server.url}${new URL(url).pathname}`, init)
const readImage = async () => {
  const answer = await send(server, 'GET', `/api/public/appointmenttypes/?slug=${type.slug}`)
  const [found] = listedRows<Shown>(answer.body)
  return { image: found?.image, image_sizes: found?.image_sizes }
}
const rows = async () =>
  Number(
    (
      await db
        .selectFrom('stored_image')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  )
const nothingIsLeft = async () => {
  expect(await readImage()).toEqual({ image: null, image_sizes: [] })
  await db
    .updateTable('stored_image')
    .set({ created: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  await removeUnusedImages({ ...server.services, files })
}

test('an image is drawn anew in the widths that are shown, upright and without what the camera noted', async () => {
  const photo = await sharp(await sampleImage({ width: 3000, height: 2000 }, 'jpeg'))
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(photo.includes('Somebody')).toBe(true)
  const answer = await upload(photo, { name: '../../evil.html', type: 'text/html' })
  expect(answer.status, answer.text).toBe(200)
  const { image, image_sizes } = shown(answer)
  expect(image_sizes.map(({ width, height }) => [width, height])).toEqual([
    [640, 960],
    [1280, 1920],
  ])
  expect(image).toBe(image_sizes[1]?.url)
  expect(await readImage()).toEqual({ image, image_sizes })
  const { ask } = await addStaffUser(server, ['clinic.view_appointmenttype'])
  expect((await ask('GET', path())).body).toEqual({ image, image_sizes })
  for (const { url, width, height } of image_sizes) {
    const file = await get(url)
    expect(file.status).toBe(200)
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    const content = Buffer.from(await file.arrayBuffer())
    expect(file.headers.get('Content-Length')).toBe(String(content.byteLength))
    const drawn = await sharp(content).metadata()
    expect(drawn).toMatchObject({ format: 'webp', width, height })
    expect([drawn.exif, drawn.icc, drawn.xmp, drawn.orientation]).toEqual(Array(4).fill(undefined))
    const head = await get(url, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  }
})

test.each(['png', 'jpeg', 'webp'] as const)(
  '%s is taken; a small one is not blown up',
  async (format) => {
    const answer = await upload(await sampleImage({ width: 320, height: 200 }, format))
    expect(shown(answer).image_sizes).toMatchObject([{ width: 320, height: 200 }])
  },
)

test('another image takes the place of the first, whose files go; the trail has both', async () => {
  const first = shown(await upload(await sampleImage()))
  const second = shown(await upload(await sampleImage()))
  expect(second.image).not.toBe(first.image)
  for (const { url } of first.image_sizes) expect((await get(url)).status).toBe(404)
  expect((await get(second.image)).status).toBe(200)
  expect((await remove()).status).toBe(204)
  expect(await readImage()).toEqual({ image: null, image_sizes: [] })
  expect((await get(second.image)).status).toBe(404)
  expect((await remove()).status).toBe(204)
  // Whoever changes the rest of it in between is not overtaken by its image.
  const { version } = await oneRow(db, 'appointment_type', type.id)
  expect(version).toBe(1)
  const lines = await auditLines(db, ['actor_id', 'action', 'change'], {
    subject_type: 'appointment_type',
    subject_id: type.id,
  })
  const line = { actor_id: me.id, action: 'record.changed' }
  expect(lines).toEqual([
    { ...line, change: { fields: ['image'] } },
    { ...line, change: { fields: ['image'] } },
    { ...line, change: { fields: ['image'], image: 'removed' } },
  ])
})

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><script>1</script></svg>'
const truncated = async () => {
  const noise = await sharp({
    create: {
      width: 400,
      height: 400,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()
  return noise.subarray(0, noise.byteLength / 2)
}
const refused: [string, () => Promise<Uint8Array> | Uint8Array, RegExp][] = [
  ['a drawing with a script, whatever it is called', () => Buffer.from(svg), /not a JPEG, PNG or/],
  ['a page', () => Buffer.from('<!doctype html><script>1</script>'), /not a JPEG, PNG or WebP/],
  ['a GIF', () => sampleImage({}, 'gif'), /not a JPEG, PNG or WebP/],
  ['nothing', () => new Uint8Array(), /not a JPEG, PNG or WebP/],
  ['half an image', truncated, /damaged or incomplete/],
  ['a beginning alone', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /damaged or incomplete/],
  ['one that unpacks into too much', () => imageBomb(), /more than 50 million pixels/],
  ['one of 51 million pixels', () => imageBomb(7_144), /more than 50 million pixels/],
  ['one too small to show', () => sampleImage({ width: 400, height: 100 }), /too small/],
  ['one too long to show', () => sampleImage({ width: 200, height: 900 }), /too long/],
]
test.each(refused)('%s is refused by its content, and nothing is kept', async (_, make, text) => {
  const before = await rows()
  const answer = await upload(await make(), { name: 'photo.png', type: 'image/png' })
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body).toEqual({ image: [expect.stringMatching(text)] })
  expect(await rows()).toBe(before)
  await nothingIsLeft()
})

test.runIf(isFull)(
  '20 MB are not read to the end, whether their length is told or not',
  async () => {
    const large = await fileBody(Buffer.alloc(20 * 1024 * 1024))
    const stream = () => new Blob([large.raw]).stream()
    for (const raw of [large.raw, stream()]) {
      const response = await fetch(`${server.url}${path()}`, {
        method: 'POST',
        body: raw,
        headers: { ...me.headers, ...large.headers },
        duplex: 'half',
      } as RequestInit)
      expect(response.status).toBe(413)
      expect(await response.json()).toEqual({
        code: 'too_large',
        detail: 'The file must be 10 MB or smaller.',
      })
    }
    // Within the body's limit, beyond that of the file.
    const within = await upload(Buffer.alloc(10 * 1024 * 1024 + 1))
    expect(within.outcome).toBe('413 too_large')
  },
)

test('what is no file, or more than one, is told by its field', async () => {
  const text = new FormData()
  text.append('image', 'words')
  expect((await post(await readBody(text))).body).toEqual({ image: ['Choose one file.'] })
  const two = new FormData()
  for (const name of ['a.png', 'b.png']) two.append('image', new File(['x'], name))
  expect((await post(await readBody(two))).body).toEqual({ image: ['Choose one file.'] })
  const other = await upload(await sampleImage(), { field: 'photo' })
  expect(other.body).toEqual({ photo: ['This field is not known.'] })
  const broken = { raw: 'no parts', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } }
  expect((await post(broken)).body).toEqual({
    image: [expect.stringMatching(/did not arrive complete/)],
  })
  const json = { raw: '{}', headers: { 'Content-Type': 'application/json' } }
  expect((await post(json)).outcome).toBe('415 unsupported_media_type')
})

test.each([
  ['parts', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nv\r\n'.repeat(40_000)],
  ['lines in the head of a part', `--x\r\n${'X-A: b\r\n'.repeat(40_000)}\r\nv\r\n`],
])('a body of forty thousand %s is refused before it is parsed', async (_, parts) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
  const { status, body } = await post({ raw: `${parts}--x--`, headers })
  expect([status, body]).toEqual([400, { image: ['Choose one file.'] }])
})

test('an upload that breaks off leaves nothing', async () => {
  const { raw, headers } = await fileBody(await sampleImage({ width: 1000, height: 800 }))
  const before = await rows()
  const { hostname, port } = new URL(server.url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const lines = [
    `POST ${path()} HTTP/1.1`,
    `Host: ${hostname}`,
    `Content-Length: ${(raw as ArrayBuffer).byteLength}`,
    ...Object.entries({ ...me.headers, ...headers }).map(([name, value]) => `${name}: ${value}`),
  ]
  await new Promise<void>((resolve) =>
    socket.write(`${lines.join('\r\n')}\r\n\r\n`, () => resolve()),
  )
  const half = Buffer.from(raw as ArrayBuffer).subarray(0, 600)
  await new Promise<void>((resolve) => socket.write(half, () => resolve()))
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
    socket.destroy()
  })
  // The server goes on, and has kept nothing of it.
  expect((await upload(await sampleImage())).status).toBe(200)
  expect(await rows()).toBe(before + 1)
})

test('while files cannot be stored that is said, the old image stays, and what was begun is cleared away', async () => {
  const { image } = shown(await upload(await sampleImage()))
  let puts = 0
  server.services.files = {
    ...files,
    put: async (...put) => {
      puts += 1
      if (puts > 1) throw storageAway(new Error('no space left on device'))
      await files.put(...put)
    },
  }
  const answer = await upload(await sampleImage())
  expect(answer.outcome).toBe('503 unavailable')
  expect(answer.body['detail']).toMatch(/^We cannot store or read files/)
  expect(answer.text).not.toMatch(/space/)
  expect((await readImage()).image).toBe(image)
  expect((await get(image)).status).toBe(200)
  const before = await rows()
  await db
    .updateTable('stored_image')
    .set({ created: new Date(Date.now() - 2 * 3_600_000) })
    .execute()
  await removeUnusedImages({ ...server.services, files })
  expect(await rows()).toBeLessThan(before)
  expect((await get(image)).status).toBe(200)
})

test('old files that cannot be removed now are removed later; the change is made all the same', async () => {
  const { image } = shown(await upload(await sampleImage()))
  server.services.files = {
    ...files,
    remove: async () => {
      throw storageAway(new Error('away'))
    },
  }
  expect((await remove()).status).toBe(204)
  expect((await get(image)).status).toBe(200)
  await nothingIsLeft()
  expect((await get(image)).status).toBe(404)
})

test('a type that is not there, or hidden from whoever asks, has no image to give', async () => {
  type = await addType(db, { hidden: true })
  expect((await upload(await sampleImage())).outcome).toBe('404 not_found')
  expect((await remove()).outcome).toBe('404 not_found')
  type = { ...type, id: 2_147_483_647 }
  expect((await upload(await sampleImage())).outcome).toBe('404 not_found')
})

test.each(['appointment-types/nothing.webp', '..%2f..%2fetc/passwd', 'appointment-types/%00.webp'])(
  '/files/%s is nothing',
  async (name) => {
    const answer = await send(server, 'GET', `/files/${name}`)
    expect(answer.outcome).toBe('404 not_found')
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  },
)
