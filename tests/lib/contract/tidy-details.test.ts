import { expect, test } from 'vitest'
import { postcode, writtenDate } from '#lib/contract/fields.ts'
import { personFields } from '#lib/contract/people.ts'
import { tidyName } from '#lib/contract/tidy-details.ts'
import { emailAddresses, phoneNumbers, postcodes } from './tidy-samples.ts'

test.each(postcodes)('the postcode %j is kept as %j', (given, kept) => {
  expect(postcode.parse(given)).toBe(kept)
  expect(postcode.parse(kept)).toBe(kept)
})

test.each(phoneNumbers)('the phone number %j is kept as %j', (given, kept) => {
  expect(personFields.mobile.parse(given)).toBe(kept)
  expect(personFields.mobile.parse(kept)).toBe(kept)
})

test.each(emailAddresses)('the email address %j is kept as %j', (given, kept) => {
  expect(personFields.email.parse(given)).toBe(kept)
})

test.each([
  ['  Ada   Augusta ', 'Ada Augusta'],
  ['Zoe\u0308', 'Zo\u00eb'],
  ['O´Shea', 'O’Shea'],
  ['O\u02bcShea', 'O’Shea'],
])('the name %j is kept as %j', (given, kept) => {
  expect(personFields.first_name.parse(given)).toBe(kept)
  expect(tidyName(given)).toBe(kept)
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test.each([
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2023-02-29', false],
  ['2024-02-29', true],
  [inDays(-1), true],
  [inDays(2), false],
  ['31/03/1980', false],
])('the birth date %s is sane: %s', (date, isSane) => {
  expect(personFields.dob.safeParse(date).success).toBe(isSane)
})

test.each([
  ['2001-02-29', 'There is no 29 February 2001'],
  ['2026-04-31', 'There is no 31 April 2026'],
  ['2026-13-01', 'Enter a date as YYYY-MM-DD'],
  ['31/03/1980', 'Enter a date as YYYY-MM-DD'],
])('the date %s is refused with %j', (date, message) => {
  expect(personFields.dob.safeParse(date).error?.issues).toMatchObject([{ message }])
})

test.each([
  ['29/02/2001', 'There is no 29 February 2001'],
  ['32/01/2027', 'Enter a date as DD/MM/YYYY'],
  ['01/13/2027', 'Enter a date as DD/MM/YYYY'],
])('the written date %s is refused with %j', (date, message) => {
  expect(writtenDate.safeParse(date).error?.issues).toMatchObject([{ message }])
})

test.each([
  ['943 476 5919', '9434765919'],
  ['943-476-5919', '9434765919'],
  ['', ''],
  ['943 476 5918', null],
  ['0000000010', null],
  ['000 000 0000', null],
  ['4444444444', null],
  ['123', null],
])('the NHS number %j is kept as %j', (given, kept) => {
  const parsed = personFields.nhs_number.safeParse(given)
  expect(parsed.success ? parsed.data : null).toBe(kept)
})
