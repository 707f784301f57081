import { beforeAll, describe, expect, test } from 'vitest'
import type { Permission } from '#lib/contract/permissions.ts'
import { bookOnline, openClinicDay } from '../booking/clinic-day.ts'
import { addCategory, addToCategories, addType } from '../clinic-factory.ts'
import { KEY, runKeyedServer, visitor } from '../keyed-server.ts'
import { newestAuditLine, updateRows } from '../rows.ts'
import { listedRows, send } from '../send.ts'
import { addStaffUser, type SignedInPerson } from '../signed-in.ts'
import { setNow } from '../test-server.ts'

/* What a service says about itself: a summary, its prices, what to bring and a picture. */

const server = await runKeyedServer()
const { db } = server.database
const EDITS: Permission[] = [
  'clinic.view_appointmenttype',
  'clinic.change_appointmenttype',
  'clinic.view_appointmentcategory',
  'clinic.change_appointmentcategory',
]
let editor: SignedInPerson
beforeAll(async () => {
  editor = await addStaffUser(server, EDITS)
})

const NHS = { label: 'NHS', amount: '0.00', for_whom: 'if you are 65 or over' }
const PRIVATE = { label: 'Private', amount: '18.50', for_whom: '' }
const FACTS = {
  summary: 'Your yearly jab, before winter.',
  what_to_bring: 'Your NHS number.',
  prices: [PRIVATE, NHS],
  picture: 'jab',
}

const put = (path: string, body: Record<string, unknown>) =>
  editor.ask('PUT', `/api/admin/${path}`, body)
const readType = async (id: number) =>
  (await editor.ask('GET', `/api/admin/appointmenttypes/${id}/`)).body
async function addWritten(facts: Record<string, unknown> = FACTS) {
  const { id, name, slug } = await addType(db)
  const answer = await put(`appointmenttypes/${id}/`, { name, slug, duration: 15, ...facts })
  expect(answer.status, answer.text).toBe(200)
  return { id, name, slug, answer }
}
const readPublic = async (id: number, key: string | null = null) =>
  (await visitor(server, key).get(`/api/public/appointmenttypes/${id}/`)).body

describe('the facts of a service', () => {
  test('are read by visitors as they were written, prices in their order', async () => {
    const { id } = await addWritten()
    expect(await readPublic(id)).toMatchObject(FACTS)
    const { body } = await visitor(server, null).get('/api/public/appointmenttypes/?page_size=500')
    expect(listedRows<{ id: number }>(body).find((type) => type.id === id)).toMatchObject(FACTS)
  })

  test('stay where a client does not state them, and nothing changes when they are sent back', async () => {
    const { id, name, slug, answer } = await addWritten()
    const unstated = await put(`appointmenttypes/${id}/`, { name, slug, duration: 15 })
    expect(unstated.body).toEqual(answer.body)
    expect((await put(`appointmenttypes/${id}/`, answer.body)).body).toEqual(answer.body)
    expect((await put(`appointmenttypes/${id}/`, await readType(id))).body).toEqual(answer.body)
  })

  test('are all taken away by empty ones, and the trail names what changed', async () => {
    const { id, name, slug } = await addWritten()
    const none = { summary: '', what_to_bring: '', prices: [], picture: '' }
    const answer = await put(`appointmenttypes/${id}/`, { name, slug, duration: 15, ...none })
    expect(answer.body).toMatchObject(none)
    const { change } = await newestAuditLine(db, ['change'], {
      subject_type: 'appointment_type',
      subject_id: id,
    })
    expect(change).toMatchObject({ fields: expect.arrayContaining(Object.keys(none)) })
    expect((change as { fields: string[] }).fields).toHaveLength(4)
  })

  test('amounts become exact, and each wrong part of a price is said at its place', async () => {
    const { id, name, slug, answer } = await addWritten({
      prices: [
        { label: 'NHS', amount: '0' },
        { label: 'Private', amount: 18.5 },
      ],
    })
    expect(answer.body['prices']).toEqual([
      { label: 'NHS', amount: '0.00', for_whom: '' },
      { label: 'Private', amount: '18.50', for_whom: '' },
    ])
    const wrong = await put(`appointmenttypes/${id}/`, {
      name,
      slug,
      duration: 15,
      prices: [PRIVATE, { label: ' ', amount: '-1', for_whom: 'x'.repeat(121), currency: 'EUR' }],
    })
    expect(wrong.body).toEqual({
      'prices.1.label': ['Enter a name for each price, such as NHS or Private'],
      'prices.1.amount': ['Enter pounds and pence, such as 12.50'],
      'prices.1.for_whom': ['Use 120 characters or fewer'],
      'prices.1.currency': ['This field is not known.'],
    })
  })

  test.each([
    ['a summary of 121 characters', { summary: 'x'.repeat(121) }],
    ['prices that are no list', { prices: '{}' }],
    ['nine prices', { prices: JSON.stringify(Array(9).fill(PRIVATE)) }],
    ['a price without a label', { prices: '[{"amount": "1.00", "for_whom": ""}]' }],
    ['an amount that is a number', { prices: '[{"label": "", "amount": 1, "for_whom": ""}]' }],
    ['an amount below nothing', { prices: JSON.stringify([{ ...PRIVATE, amount: '-1.00' }]) }],
    ['a picture that does not exist', { picture: 'needle' }],
  ])('the database refuses %s', async (_, columns) => {
    const { id } = await addType(db)
    await expect(updateRows(db, 'appointment_type', id, columns)).rejects.toThrow(/violates check/)
  })

  test('come with an appointment, when it is booked and when it is read', async () => {
    setNow(server, new Date().toISOString())
    const day = await openClinicDay(server)
    await updateRows(db, 'appointment_type', day.usual.id, {
      what_to_bring: FACTS.what_to_bring,
      prices: JSON.stringify(FACTS.prices),
    })
    const booked = await bookOnline(server, day, '09:00')
    const facts = { what_to_bring: FACTS.what_to_bring, prices: FACTS.prices }
    expect(booked.body['appointment_type']).toMatchObject(facts)
    const own = await send(server, 'GET', `/api/public/appointments/${booked.body['id']}/`, {
      headers: { 'Guest-User-Access-Token': String(booked.body['access_token']) },
    })
    expect(own.body['appointment_type']).toEqual(booked.body['appointment_type'])
  })
})

describe('a picture', () => {
  /** A root with a category below it. */
  async function addTree(root: Record<string, unknown>, child: Record<string, unknown>) {
    const above = await addCategory(db, { rght: 4, ...root })
    const place = { tree_id: above.tree_id, parent_id: above.id, level: 1, lft: 2, rght: 3 }
    return { above, below: await addCategory(db, { ...place, ...child }) }
  }
  async function addIn(...categories: { id: number }[]) {
    const type = await addType(db)
    await addToCategories(
      db,
      type.id,
      categories.map(({ id }) => id),
    )
    return type
  }
  const pictureOfType = async ({ id }: { id: number }, key: string | null = null) =>
    (await readPublic(id, key))['picture']

  test('of a service without its own is that of the nearest category that has one', async () => {
    const { above, below } = await addTree({ picture: 'jab' }, {})
    const other = await addTree({ picture: 'mug' }, { picture: 'case' })
    expect(await pictureOfType(await addIn(below))).toBe('jab')
    expect(await pictureOfType(await addIn(other.below))).toBe('case')
    expect(await pictureOfType(await addIn(other.above, above))).toBe('jab')
    expect(await pictureOfType(await addIn())).toBe('')
    const own = await addIn(other.below)
    await updateRows(db, 'appointment_type', own.id, { picture: 'ear' })
    expect(await pictureOfType(own)).toBe('ear')
    const { body } = await visitor(server, null).get(
      '/api/public/appointmentcategories/?page_size=500',
    )
    const pictures = new Map(
      listedRows<{ id: number; picture: string }>(body).map(({ id, picture }) => [id, picture]),
    )
    expect([above, below, other.above, other.below].map(({ id }) => pictures.get(id))).toEqual([
      'jab',
      'jab',
      'mug',
      'case',
    ])
  })

  test('of a hidden category is shown with the key alone', async () => {
    const open = await addCategory(db)
    const hidden = await addCategory(db, { hidden: true, picture: 'heart' })
    const type = await addIn(open, hidden)
    expect(await pictureOfType(type)).toBe('')
    expect(await pictureOfType(type, KEY)).toBe('heart')
  })

  test('of a category is changed like its other fields', async () => {
    const { id, name } = await addCategory(db)
    const answer = await put(`appointmentcategories/${id}/`, { name, picture: 'bottle' })
    expect(answer.body).toMatchObject({ picture: 'bottle', version: 2 })
    expect((await put(`appointmentcategories/${id}/`, { name })).body).toEqual(answer.body)
    const wrong = await put(`appointmentcategories/${id}/`, { name, picture: 'needle' })
    expect(wrong.body).toEqual({ picture: ['Choose from the list'] })
  })
})
