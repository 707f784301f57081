import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { foldWords } from '#lib/merging/fold-words.ts'
import { plainPhone } from '#lib/merging/likeness.ts'
import { addPerson } from '../clinic-factory.ts'
import { updateRows } from '../rows.ts'
import { addStaffUser } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const zoe = { first_name: 'Zoë', last_name: 'Nwosu', dob: '1971-06-07' }
const server = await runTestServer()
const { db } = server.database
const desk = await addStaffUser(server, ['clinic.create_user'])
await addPerson(db, {
  ...zoe,
  nhs_number: '4010232137',
  email: 'family@example.test',
  mobile: '07700 900 111',
})

type Found = { full_name: string; score: number; reasons: string[] }
async function readDuplicates(more: Record<string, string>) {
  const { body } = await desk.ask('POST', '/api/admin/check-duplicate-user/', { ...zoe, ...more })
  const found = body['duplicates'] as Found[]
  expect(body['is_duplicate']).toBe(found.length > 0)
  return found
}

describe('who might be the same person', () => {
  test.each([
    ['the same name and birth date', {}, ['Same name', 'Same date of birth']],
    [
      'first and last name the other way round',
      { first_name: 'Nwosu', last_name: 'Zoe' },
      ['First and last name the other way round', 'Same date of birth'],
    ],
    [
      'a letter mistyped',
      { last_name: 'Nwossu' },
      ['Names differ in a letter or two', 'Same date of birth'],
    ],
    [
      'a double name',
      { last_name: 'Nwosu-Grant' },
      ['One name is part of the other, or its short form', 'Same date of birth'],
    ],
    [
      'day and month the other way round',
      { dob: '1971-07-06' },
      ['Same name', 'Day and month of birth the other way round'],
    ],
    ['a digit mistyped', { dob: '1971-06-01' }, ['Same name', 'Birth dates differ in a digit']],
    [
      'another last name, reached by the same phone',
      { last_name: 'Grant', mobile: '+44 7700 900111' },
      ['Same first name, but another last name', 'Same date of birth', 'Same phone number'],
    ],
    [
      'the same NHS number, whatever the name',
      { first_name: 'Somebody', last_name: 'Else', dob: '2001-01-01', nhs_number: '401 023 2137' },
      ['Same NHS number', 'But different names', 'But different birth dates'],
    ],
  ])('%s is, and it says why', async (_, more, reasons) => {
    expect(await readDuplicates(more)).toMatchObject([{ full_name: 'Zoë Nwosu', reasons }])
  })

  test.each([
    ['another birth date', { dob: '1984-11-23' }],
    ['a twin', { first_name: 'Amara' }],
    [
      'a shared e-mail address and phone',
      {
        first_name: 'Ike',
        dob: '2010-01-01',
        email: 'family@example.test',
        mobile: '07700 900 111',
      },
    ],
    [
      'a child of the same name',
      { dob: '1999-06-07', email: 'family@example.test', mobile: '07700 900 111' },
    ],
  ])('%s is not', async (_, more) => {
    expect(await readDuplicates(more)).toEqual([])
  })

  test('the likeliest comes first, and a merged record not at all', async () => {
    const { id } = await addPerson(db, { ...zoe, first_name: 'Zoa' })
    const merged = await addPerson(db, zoe)
    await updateRows(db, 'person', merged.id, { is_active: false, merged_into: id })
    expect(await readDuplicates({})).toMatchObject([
      { full_name: 'Zoë Nwosu', score: 80 },
      { full_name: 'Zoa Nwosu', score: 67 },
    ])
  })
})

describe('the database folds as the rules do', () => {
  test('names', async () => {
    const word = fc.string({ unit: fc.constantFrom(..."abzéÉñüÜöåçšŁłØøßÆæœþðıİ’-' .,") })
    const samples = [...fc.sample(word, 300), 'O’Brien-Núñez', 'Mei Ling', 'Clarke–Reid (Junior)']
    const { rows } = await sql<{ name: string; folded: string }>`
      select name, folded_name(name) as folded
      from unnest(${samples}::text[]) as name`.execute(db)
    const foldedHere = samples.map((name) => ({
      name,
      folded: foldWords(name).toSorted().join(' '),
    }))
    expect(rows).toEqual(foldedHere)
  })

  test('phone numbers', async () => {
    const samples = ['07700 900 982', '+44 7700 900982', '0044 (0)7700-900982', '+44 (0) 20', '']
    const { rows } = await sql<{ phone: string }>`
      select plain_phone(phone) as phone
      from unnest(${samples}::text[]) as phone`.execute(db)
    expect(rows.map(({ phone }) => phone)).toEqual(samples.map(plainPhone))
  })
})

test.each([
  ['Bill', 'William', 'Ashworth'],
  ['Bob', 'Robert', 'Lee'],
  ['Peggy', 'Margaret', 'Li'],
])('%s and %s with one birth date and phone may be one person', async (short, long, last_name) => {
  const same = { last_name, dob: '1948-03-02', mobile: '07700 900 222' }
  const { id } = await addPerson(db, { ...same, first_name: long })
  expect(await readDuplicates({ ...same, first_name: short })).toMatchObject([
    { id, reasons: expect.arrayContaining(['One name is part of the other, or its short form']) },
  ])
})
