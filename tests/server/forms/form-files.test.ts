import { createConnection } from 'node:net'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { AnsweredFile } from '#lib/contract/forms/form-answers.ts'
import type { FormItem } from '#lib/contract/forms/form-item.ts'
import type { Permission } from '#lib/contract/permissions.ts'
import { storageAway } from '#server/files/file-storage.ts'
import { keyOfFile, removeUnusedFormFiles } from '#server/forms/stored-form-files.ts'
import { isFull } from '../../amount.ts'
import { addGuest, addPerson } from '../clinic-factory.ts'
import { formWith, imageBomb, readBody, sampleImage } from '../files/sample-image.ts'
import { auditLines, insertRow, rowsWhere, updateRows } from '../rows.ts'
import { type Answer, send, sendOverHttp } from '../send.ts'
import { addSignedIn, addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import {
  addAppointmentWithForms,
  addFormFile,
  addSavedForm,
  addSubmittedForm,
} from './filled-form-rows.ts'

/* Files that are sent with forms: by their content, for who may read the form, and no longer. */

const server = await runTestServer()
const { db } = server.database
const { files } = server.services

type Headers = Record<string, string>
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n')

async function addDraft(items?: readonly FormItem[]) {
  const guest = await addGuest(db)
  const headers = { 'Guest-User-Access-Token': guest.token }
  const made = await addAppointmentWithForms(db, { patient_id: guest.id }, items)
  const saved = await addSavedForm(db, made, { answers: {} })
  return { ...made, guest, headers, saved }
}
type Draft = Awaited<ReturnType<typeof addDraft>>

const put = async (
  path: string,
  headers: Headers,
  content: Uint8Array,
  name = 'record.pdf',
  type = 'application/pdf',
) => {
  const { raw, headers: kind } = await readBody(formWith(content, { field: 'file', name, type }))
  return await sendOverHttp(server, 'PUT', path, { raw, headers: { ...headers, ...kind } })
}
const upload = (
  { saved, headers }: Pick<Draft, 'saved' | 'headers'>,
  content: Uint8Array,
  name?: string,
  item = 'record',
) => put(`/api/public/savedforms/${saved.id}/upload_file/?item=${item}`, headers, content, name)
const toFile = ({ body }: Answer) => body as unknown as AnsweredFile
const read = (audience: string, id: string, headers: Headers) =>
  fetch(`${server.url}/api/${audience}/files/${id}/`, { headers })
const save = ({ saved, headers }: Draft, answers: object, revision = 1) =>
  send(server, 'PUT', `/api/public/savedforms/${saved.id}/`, {
    headers,
    body: { answers, revision },
  })
const readStored = ({ saved }: Draft) => rowsWhere(db, 'form_file', { saved_form_id: saved.id })

test('a file is sent, named by an answer, submitted, and read again with a line in the trail', async () => {
  const draft = await addDraft()
  const sent = await upload(draft, pdf, 'C:\\Users\\me\\Łódź <1>.PDF')
  expect(sent.status, sent.text).toBe(200)
  const file = toFile(sent)
  expect(file).toEqual({
    id: expect.any(String),
    name: 'Łódź 1.pdf',
    type: 'application/pdf',
    bytes: pdf.byteLength,
  })
  expect((await save(draft, { eggs: 'no', record: [file] })).status).toBe(200)
  const submitted = await send(server, 'POST', '/api/public/submittedforms/', {
    headers: draft.headers,
    body: { saved_form_id: draft.saved.id, revision: 2 },
  })
  expect(submitted.body).toMatchObject({ answers: { record: [file] } })
  const answer = await read('public', file.id, draft.headers)
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(pdf)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringMatching(
      /^attachment; .*filename\*=UTF-8''%C5%81%C3%B3d%C5%BA/,
    ),
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  const of = { subject_type: 'saved_form', subject_id: draft.saved.id }
  const lines = await auditLines(db, ['action', 'actor_id'], of)
  expect(lines).toContainEqual({ action: 'form.file_sent', actor_id: draft.guest.id })
  expect(lines).toContainEqual({ action: 'form.file_read', actor_id: draft.guest.id })
})

test('an image is drawn again upright, in its format, without what the camera noted', async () => {
  const draft = await addDraft()
  const photo = await sharp(await sampleImage({ width: 4000, height: 2000 }, 'jpeg'))
    .withExif({ IFD0: { Artist: 'Somebody' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(photo.includes('Somebody')).toBe(true)
  const file = toFile(await upload(draft, photo, 'photo.jpeg'))
  expect(file).toMatchObject({ name: 'photo.jpeg', type: 'image/jpeg' })
  const content = Buffer.from(await (await read('public', file.id, draft.headers)).arrayBuffer())
  expect(content.byteLength).toBe(file.bytes)
  const drawn = await sharp(content).metadata()
  expect(drawn).toMatchObject({ format: 'jpeg', width: 1500, height: 3000 })
  expect([drawn.exif, drawn.xmp, drawn.orientation]).toEqual([undefined, undefined, undefined])
})

test.each<[string, () => Uint8Array | Promise<Uint8Array>, string, object]>([
  [
    'a photo that is called PDF',
    () => sampleImage({}, 'png'),
    'letter.pdf',
    { name: 'letter.png' },
  ],
  ['a text without an ending', () => Buffer.from('Olá'), 'letter', { name: 'letter.txt' }],
  ['a page', () => Buffer.from('<script>1</script>'), 'a.html', { name: 'a.txt' }],
])('%s is what its content says', async (_, content, name, file) => {
  expect(toFile(await upload(await addDraft(), await content(), name))).toMatchObject(file)
})

const onlyImages: FormItem[] = [
  { type: 'file', id: 'record', label: 'A picture', accept: ['image/*'] },
]
test.each<[string, () => Uint8Array | Promise<Uint8Array>, RegExp, FormItem[]?]>([
  ['a program', () => Buffer.from('MZ\x90\0\x03\0\0\0'), /JPEG, PNG, WebP, PDF, .* file$/],
  ['a GIF', () => sampleImage({}, 'gif'), /cannot be used here/],
  ['an archive', () => Buffer.from('PK\x03\x04\x14\0\0\0'), /cannot be used here/],
  ['nothing', () => new Uint8Array(), /cannot be used here/],
  ['a drawing', () => Buffer.from('\0<svg xmlns="http://www.w3.org/2000/svg"/>'), /cannot be used/],
  [
    'a PDF where a picture is needed',
    () => pdf,
    /^This .* Choose a JPEG, PNG or WebP file$/,
    onlyImages,
  ],
  ['an image that unpacks into too much', () => imageBomb(), /more than 50 million pixels/],
  ['half an image', async () => (await sampleImage({}, 'jpeg')).subarray(0, 900), /damaged/],
])('%s is refused, and nothing of it stays', async (_, content, text, items) => {
  const draft = await addDraft(items)
  const answer = await upload(draft, await content(), 'record.pdf')
  expect(answer.status, answer.text).toBe(400)
  expect(answer.body).toEqual({ file: [expect.stringMatching(text)] })
  expect(await readStored(draft)).toEqual([])
})

const fileQuestions = (...ids: string[]): FormItem[] =>
  ids.map((id) => ({ id, type: 'file', label: id, multiple: true }))

test('a file without a question is for the only one that takes files', async () => {
  const path = ({ saved }: Draft) => `/api/public/savedforms/${saved.id}/upload_file/`
  const one = await addDraft(fileQuestions('card'))
  expect((await put(path(one), one.headers, pdf)).status).toBe(200)
  expect(await readStored(one)).toMatchObject([{ item: 'card' }])
  const two = await addDraft(fileQuestions('card', 'letter'))
  expect((await put(path(two), two.headers, pdf)).body).toEqual({
    item: ['Name the question that the file is for.'],
  })
})

test('a file for a submitted form amends it, and is added where there may be several', async () => {
  const draft = await addDraft(fileQuestions('card'))
  const first = toFile(await upload(draft, pdf, undefined, 'card'))
  await save(draft, { card: [first] })
  const submitted = await send(server, 'POST', '/api/public/submittedforms/', {
    headers: draft.headers,
    body: { saved_form_id: draft.saved.id },
  })
  const path = `/api/public/submittedforms/${submitted.body['id']}/`
  const sent = await put(`${path}upload_file/`, draft.headers, pdf)
  expect(sent.status, sent.text).toBe(200)
  const { body } = await send(server, 'GET', path, { headers: draft.headers })
  expect(body).toMatchObject({ answers: { card: [first] }, replaced_by: expect.any(Number) })
  const amended = `/api/public/submittedforms/${body['replaced_by']}/`
  expect((await send(server, 'GET', amended, { headers: draft.headers })).body).toMatchObject({
    answers: { card: [first, toFile(sent)] },
    reason: 'Not given',
  })
})

test.runIf(isFull)(
  '21 MB are refused, whether their length is told or not; 20 MB are taken',
  async () => {
    const draft = await addDraft()
    const path = `${server.url}/api/public/savedforms/${draft.saved.id}/upload_file/?item=record`
    const { raw, headers } = await readBody(
      formWith(Buffer.alloc(21 * 1024 * 1024, 'a'), { field: 'file', name: 'long.txt' }),
    )
    for (const body of [raw, new Blob([raw]).stream()]) {
      const response = await fetch(path, {
        method: 'PUT',
        body,
        headers: { ...draft.headers, ...headers },
        duplex: 'half',
      } as RequestInit)
      expect(await response.json()).toEqual({
        code: 'too_large',
        detail: 'The file must be 20 MB or smaller.',
      })
    }
    expect(await readStored(draft)).toEqual([])
    const largest = Buffer.alloc(20 * 1024 * 1024, 'a')
    expect(toFile(await upload(draft, largest, 'long.txt'))).toMatchObject({ bytes: 20_971_520 })
  },
)

test('a connection that breaks off leaves nothing, and the server goes on', async () => {
  const draft = await addDraft()
  const { raw, headers } = await readBody(formWith(Buffer.alloc(200_000, 'a'), { field: 'file' }))
  const { hostname, port } = new URL(server.url)
  const socket = createConnection({ host: hostname, port: Number(port) })
  const head = [
    `PUT /api/public/savedforms/${draft.saved.id}/upload_file/?item=record HTTP/1.1`,
    `Host: ${hostname}`,
    `Content-Length: ${(raw as ArrayBuffer).byteLength}`,
    ...Object.entries({ ...draft.headers, ...headers }).map(([name, value]) => `${name}: ${value}`),
  ]
  const written = (part: string | Uint8Array) =>
    new Promise<void>((resolve) => socket.write(part, () => resolve()))
  await written(`${head.join('\r\n')}\r\n\r\n`)
  await written(Buffer.from(raw as ArrayBuffer).subarray(0, 100_000))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.destroy()
  await closed
  expect((await upload(draft, pdf)).status).toBe(200)
  expect(await readStored(draft)).toHaveLength(1)
})

test('while files cannot be stored that is said, and what was begun goes after a day', async () => {
  const draft = await addDraft()
  server.services.files = {
    ...files,
    put: async () => {
      throw storageAway(new Error('no space left on device'))
    },
  }
  const answer = await upload(draft, pdf).finally(() => {
    server.services.files = files
  })
  expect(answer.outcome).toBe('503 unavailable')
  expect(answer.text).not.toMatch(/space/)
  await updateRows(
    db,
    'form_file',
    { saved_form_id: draft.saved.id },
    { uploaded: new Date(Date.now() - 25 * 3_600_000) },
  )
  await removeUnusedFormFiles(server.services)
  expect(await readStored(draft)).toEqual([])
})

test('after a day a file goes that nothing names; one in a draft or in an earlier version stays', async () => {
  const draft = await addDraft()
  const [inDraft, unused, young] = [
    toFile(await upload(draft, pdf)),
    toFile(await upload(draft, pdf)),
    toFile(await upload(draft, pdf)),
  ]
  await save(draft, { record: [inDraft] })
  const other = await addSubmittedForm(db, await addAppointmentWithForms(db))
  const submitted = await addFormFile(server, other.saved)
  await insertRow(db, 'submitted_form', {
    saved_form_id: other.saved.id,
    revision: 7,
    answers: JSON.stringify({ record: [submitted] }),
    submitted_by: other.saved.saved_by,
    submitted_role: 'patient',
    replaces: other.submitted.id,
    reason: 'A file',
  })
  for (const { id } of [inDraft, unused, submitted]) {
    await updateRows(db, 'form_file', { id }, { uploaded: new Date(Date.now() - 25 * 3_600_000) })
  }
  await removeUnusedFormFiles(server.services)
  const left = await readStored(draft)
  expect(left.map(({ id }) => id).sort()).toEqual([inDraft.id, young.id].sort())
  expect(await rowsWhere(db, 'form_file', { id: submitted.id })).toHaveLength(1)
  expect(await files.read(keyOfFile(unused.id))).toBeNull()
  expect((await read('public', inDraft.id, draft.headers)).status).toBe(200)
})

describe('an answer names only files of its own form and question', () => {
  test.each<[string, (file: AnsweredFile, other: AnsweredFile) => AnsweredFile]>([
    ['another form’s', (_, other) => other],
    ['one that is not there', (file) => ({ ...file, id: crypto.randomUUID() })],
    ['one under another name', (file) => ({ ...file, name: 'innocent.pdf' })],
    ['one of another type', (file) => ({ ...file, type: 'text/html' })],
  ])('%s is refused', async (_, forged) => {
    const [draft, stranger] = [await addDraft(), await addDraft()]
    const file = forged(toFile(await upload(draft, pdf)), toFile(await upload(stranger, pdf)))
    const answer = await save(draft, { record: [file] })
    expect(answer.body).toEqual({
      'answers.record': [`${file.name} is no longer here. Send it again.`],
    })
  })

  test('a file for a question that is none is refused before it is read', async () => {
    const draft = await addDraft()
    for (const item of ['eggs', 'nothing', 'constructor']) {
      const answer = await upload(draft, pdf, 'a.pdf', item)
      expect(answer.body).toEqual({ item: ['This form has no such question.'] })
    }
  })
})

test('a form takes so many files and no more', async () => {
  const draft = await addDraft()
  for (let number = 0; number < 40; number += 1) await addFormFile(server, draft.saved)
  expect((await upload(draft, pdf)).body).toEqual({
    file: ['This form has as many files as it can take. Bring the others with you'],
  })
})

test('nobody sends a file for a cancelled appointment', async () => {
  const draft = await addDraft()
  await updateRows(db, 'appointment', draft.appointment.id, {
    status: 'cancelled',
    cancelled_on: new Date(),
  })
  expect((await upload(draft, pdf)).outcome).toBe('409 conflict')
})

describe('who reads a file', () => {
  test('is staff with the permission, for others’ appointments with another', async () => {
    const person = await addPerson(db)
    const { saved } = await addSubmittedForm(
      db,
      await addAppointmentWithForms(db, { patient_id: person.id }),
    )
    const { id } = await addFormFile(server, saved)
    const outcome = async (...permissions: Permission[]) =>
      (await read('admin', id, (await addStaffUser(server, permissions)).headers)).status
    expect(await outcome('eforms.view_submittedform', 'eforms.view_other_forms')).toBe(200)
    expect(await outcome('eforms.view_submittedform')).toBe(403)
    expect(await outcome('eforms.view_clinicianform', 'eforms.view_other_forms')).toBe(403)
    expect(await outcome('eforms.view_savedform', 'eforms.view_other_forms')).toBe(403)
  })
})

test('a signed-in person’s pages hear how far a file is', async () => {
  const me = await addSignedIn(server)
  const made = await addAppointmentWithForms(db, { patient_id: me.id })
  const saved = await addSavedForm(db, made)
  const { reportProgress } = server.services.progress
  const heard: [string, number][] = []
  server.services.progress.reportProgress = async (_, message) => {
    heard.push([message.name, message.progress])
  }
  const path = `/api/private/savedforms/${saved.id}/upload_file/?item=record`
  await put(path, me.headers, Buffer.alloc(3_000_000, 'a'), 'long.txt', 'text/plain')
  server.services.progress.reportProgress = reportProgress
  expect(heard.length).toBeGreaterThan(3)
  expect(heard).toEqual(heard.toSorted(([, a], [, b]) => a - b))
  expect(heard.at(-1)).toEqual(['long.txt', 100])
})
