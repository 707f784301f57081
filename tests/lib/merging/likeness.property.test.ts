import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareNames, DUPLICATE_SCORE, likeness, type Traits } from '#lib/merging/likeness.ts'
import { isMistakenDate, mistakenDates, swappedDate } from '#lib/merging/mistaken-dates.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
const letter = fc.constantFrom(...letters)
const name = fc.string({ unit: letter, minLength: 5, maxLength: 12 })
const date = fc
  .date({
    min: new Date('1905-01-01T00:00:00Z'),
    max: new Date('2020-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((day) => day.toISOString().slice(0, 10))
const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
const orNone = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), text)

const someone: fc.Arbitrary<Traits> = fc.record({
  first_name: fc.oneof(name, fc.constantFrom('Zoë', 'Anna-Maria', 'Li', 'Seán')),
  last_name: fc.oneof(name, fc.constantFrom('Wójcik', 'Clarke-Reid', 'Li', 'O’Connell')),
  dob: fc.option(date),
  nhs_number: orNone(digits(10)),
  mobile: orNone(digits(9).map((rest) => `07${rest}`)),
  landline: orNone(digits(9).map((rest) => `01${rest}`)),
  email: orNone(name.map((local) => `${local}@example.test`)),
  postcode: orNone(fc.constantFrom('ZZ1 2QY', 'ZZ3 5EE')),
})
/** Somebody with a birth date, and a name that is not its own other way round. */
const patient = someone.filter(
  ({ first_name, last_name, dob }) =>
    dob !== null && compareNames(first_name, last_name) === 'different',
)
const isDuplicate = (a: Traits, b: Traits) => likeness(a, b).score >= DUPLICATE_SCORE

/** The name with one letter left out, doubled, changed, or swapped with the next. */
const mistyped = (text: string, place: number, kind: number) => {
  const at = place % (text.length - 1)
  const [before, one, next, after] = [text.slice(0, at), text[at], text[at + 1], text.slice(at + 2)]
  const ways = [`${next}`, `${one}${one}${next}`, `x${next}`, `${next}${one}`]
  return before + ways[kind % ways.length] + after
}

describe('the score of two people', () => {
  test('is the same from both sides, and within 0 and 100 where anything speaks for it', () => {
    fc.assert(
      fc.property(someone, someone, (a, b) => {
        const [one, other] = [likeness(a, b), likeness(b, a)]
        expect(one).toEqual(other)
        expect(one.score).toBeLessThanOrEqual(100)
        expect(one.reasons.length).toBeGreaterThan(0)
      }),
    )
  })

  test('says that somebody with a birth date is themselves', () => {
    fc.assert(fc.property(patient, (person) => isDuplicate(person, { ...person })))
  })

  test('sees through first and last name the other way round', () => {
    fc.assert(
      fc.property(patient, (person) => {
        const { first_name, last_name } = person
        return isDuplicate(person, { ...person, first_name: last_name, last_name: first_name })
      }),
    )
  })

  test('sees through one letter', () => {
    fc.assert(
      fc.property(
        patient,
        name,
        fc.nat(),
        fc.nat(3),
        fc.boolean(),
        (person, text, at, how, first) => {
          const field = first ? 'first_name' : 'last_name'
          const written = { ...person, [field]: text }
          fc.pre(compareNames(written.first_name, written.last_name) === 'different')
          return isDuplicate(written, { ...written, [field]: mistyped(text, at, how) })
        },
      ),
    )
  })

  test('sees through day and month the other way round', () => {
    fc.assert(
      fc.property(patient, (person) => {
        const dob = swappedDate(person.dob ?? '')
        fc.pre(dob !== null)
        return isDuplicate(person, { ...person, dob })
      }),
    )
  })

  test('tells twins apart, who share all but a first name and a number', () => {
    fc.assert(
      fc.property(patient, name, (twin, first_name) => {
        const other = { ...twin, first_name, nhs_number: '' }
        fc.pre(compareNames(twin.first_name, first_name) === 'different')
        fc.pre(compareNames(twin.last_name, first_name) === 'different')
        return !isDuplicate(twin, other)
      }),
    )
  })

  test('tells a child from the parent whose name and address it has', () => {
    fc.assert(
      fc.property(patient, fc.integer({ min: 15, max: 60 }), (child, years) => {
        const [year, ...rest] = (child.dob ?? '').split('-')
        const dob = [Number(year) - years, ...rest].join('-')
        return !isDuplicate({ ...child, nhs_number: '' }, { ...child, dob, nhs_number: '' })
      }),
    )
  })

  test('takes nobody for another by what families share', () => {
    fc.assert(
      fc.property(patient, patient, (a, b) => {
        fc.pre(likeness(a, b).reasons.includes('different_names'))
        const shared = { mobile: '07700900982', email: 'us@example.test', postcode: 'ZZ1 2QY' }
        return !isDuplicate({ ...a, ...shared, nhs_number: '' }, { ...b, ...shared })
      }),
    )
  })

  test('knows an NHS number, whatever else is written', () => {
    fc.assert(
      fc.property(someone, someone, digits(10), (a, b, nhs_number) =>
        isDuplicate({ ...a, nhs_number }, { ...b, nhs_number }),
      ),
    )
  })
})

test('the dates that are looked for are those that are taken for mistaken', () => {
  fc.assert(
    fc.property(date, date, (a, b) => {
      for (const other of mistakenDates(a)) expect(isMistakenDate(other, a)).toBe(true)
      expect(mistakenDates(a).includes(b)).toBe(isMistakenDate(a, b))
      expect(mistakenDates(a)).not.toContain(a)
    }),
  )
  expect(mistakenDates('1971-06-07')).toEqual(
    expect.arrayContaining(['1971-06-01', '1917-06-07'.replace('1917', '1972')]),
  )
})

const rosa: Traits = {
  first_name: 'Rosa',
  last_name: 'Whitfield',
  dob: '1983-02-11',
  nhs_number: '',
  mobile: '',
  landline: '',
  email: '',
  postcode: '',
}
test.each([
  ['the same', {}, 80, ['same_name', 'same_birth_date']],
  ['married', { last_name: 'Marlow' }, 50, ['same_first_name', 'same_birth_date']],
  ['a short form', { first_name: 'Ros' }, 70, ['part_of_name', 'same_birth_date']],
  ['without a birth date', { dob: null }, 45, ['same_name', 'no_birth_date']],
  ['somebody of the name', { dob: '1949-08-30' }, -15, ['same_name', 'different_birth_dates']],
])('%s: score and reasons', (_, other, score, reasons) => {
  expect(likeness(rosa, { ...rosa, ...other })).toEqual({ score: Math.max(0, score), reasons })
})

test('a phone written otherwise is the same; married, it makes the difference', () => {
  const before = { ...rosa, mobile: '+44 7700 900 982' }
  const after = { ...rosa, last_name: 'Marlow', mobile: '07700 900982' }
  expect(likeness(before, after)).toEqual({
    score: 65,
    reasons: ['same_first_name', 'same_birth_date', 'same_phone'],
  })
})
