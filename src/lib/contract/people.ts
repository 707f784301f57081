import { z } from 'zod'
import { id, idText, line, plainDate, postcode, text, url } from './fields.ts'
import { operation } from './operation.ts'
import { reading, resource } from './resource.ts'
import { tidyEmail, tidyName } from './tidy-details.ts'
import { looksLikeLink } from './unlinked-text.ts'

const postalAddress = {
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  county: z.string(),
  nation: z.string(),
  postcode: z.string(),
}

const GpSurgery = z.object({
  id,
  url,
  name: line(200),
  ...postalAddress,
  telephone: z.string(),
  email: z.string(),
})
export type GpSurgery = z.infer<typeof GpSurgery>

export const gpSurgeries = resource({
  name: 'GP surgery',
  path: 'gpsurgeries',
  entity: GpSurgery,
  searchable: ['name', 'address1', 'city', 'postcode'],
  orderable: ['name', 'city', 'postcode'],
  defaultOrder: 'name',
})

export const Allergy = z.object({ id, url, name: line(200), description: z.string() })

export const allergies = resource({
  name: 'allergy',
  path: 'allergies',
  entity: Allergy,
  searchable: ['name'],
  orderable: ['name'],
  defaultOrder: 'name',
})

const OLDEST_BIRTH_YEAR = 1900

const dateOfBirth = plainDate
  .refine((date) => Number(date.slice(0, 4)) >= OLDEST_BIRTH_YEAR, {
    error: `Year of birth must be ${OLDEST_BIRTH_YEAR} or later`,
  })
  .refine((date) => date <= new Date().toISOString().slice(0, 10), {
    error: 'Date of birth must be in the past',
  })

function isNhsNumber(digits: string): boolean {
  const sum = [...digits.slice(0, 9)].reduce(
    (total, digit, index) => total + Number(digit) * (10 - index),
    0,
  )
  const check = (11 - (sum % 11)) % 11
  const isOneDigit = /^(\d)\1*$/.test(digits)
  return !isOneDigit && check !== 10 && check === Number(digits[9])
}

const nhsNumber = z
  .string()
  .transform((text) => text.replace(/[\s-]/g, ''))
  .refine((digits) => digits === '' || /^\d{10}$/.test(digits), {
    error: 'Enter an NHS number of 10 digits, or leave it empty',
    abort: true,
  })
  .refine((digits) => digits === '' || isNhsNumber(digits), {
    error: 'Check the NHS number. It is not valid',
  })

/** False for a British mobile number with a missing or extra digit. */
function isWhole(phoneNumber: string): boolean {
  const mobile = /^(?:(?:\+|00)?440?|0)?(7\d*)$/.exec(phoneNumber.replace(/[^\d+]/g, ''))
  return !mobile || mobile[1]?.length === 10
}

const phone = z
  .string()
  .trim()
  .max(30, { error: 'Enter a phone number, like 07700 900 982', abort: true })
  .refine((text) => /^\+?[\d\s().-]+$/.test(text) && /^\d{10,15}$/.test(text.replace(/\D/g, '')), {
    error: 'Enter a phone number, like 07700 900 982',
    abort: true,
  })
  .refine(isWhole, { error: 'Enter all 11 digits of the mobile number' })
  .transform(tidyPhone)

const email = text(254, 'Email address')
  .pipe(z.email({ error: 'Enter an email address in the correct format, like name@example.com' }))
  .transform(tidyEmail)

/** Messages say it to whoever has the email address or number. */
const name = (label: string, longest = 100) =>
  line(longest, label)
    .overwrite(tidyName)
    .refine((text) => !looksLikeLink(text), {
      error: `${label} must not have a web address, email address or phone number in it`,
    })

const mustBeGiven = {
  first_name: name('First name').min(1, 'Enter your first name'),
  last_name: name('Last name').min(1, 'Enter your last name'),
  email,
  mobile: phone,
  dob: dateOfBirth,
}
const mayBeGiven = {
  title: name('Title', 20),
  gender: z.int().min(-1).max(9),
  address1: line(200, 'Address line 1'),
  address2: line(200, 'Address line 2'),
  city: line(100, 'Town or city'),
  county: line(100, 'County'),
  nation: line(100, 'Country'),
  postcode,
  nhs_number: nhsNumber,
  gp_surgery_id: id.nullable(),
  reminders: z.enum(['email', 'sms', 'both', 'none']),
}

export const personFields = { ...mustBeGiven, ...mayBeGiven }

export const GuestUserWrite = z.strictObject({
  ...mustBeGiven,
  title: mayBeGiven.title.default(''),
  gender: mayBeGiven.gender.default(-1),
  address1: mayBeGiven.address1.default(''),
  address2: mayBeGiven.address2.default(''),
  city: mayBeGiven.city.default(''),
  county: mayBeGiven.county.default(''),
  nation: mayBeGiven.nation.default(''),
  postcode: mayBeGiven.postcode.default(''),
  nhs_number: mayBeGiven.nhs_number.default(''),
  gp_surgery_id: mayBeGiven.gp_surgery_id.default(null),
  reminders: mayBeGiven.reminders.default('email'),
})
export type GuestUserWrite = z.infer<typeof GuestUserWrite>

const GuestUserUpdate = z.strictObject(personFields).partial()

const GuestUser = z.object({
  ...personFields,
  id,
  uuid: z.uuid(),
  url,
  full_name: z.string(),
})
export type GuestUser = z.infer<typeof GuestUser>

const NewGuestUser = GuestUser.extend({
  /** Opens the guest's record and appointments. Shown once. */
  guest_access_token: z.string(),
})

export const AddressSuggestion = z.object({ id: z.string(), label: z.string() })
const Address = z.object({
  id: z.string(),
  ...postalAddress,
})
export type Address = z.infer<typeof Address>

export const peopleOperations = {
  ...reading(gpSurgeries, { audience: 'public' }),
  ...reading(allergies, { audience: 'public' }),
  ...reading(allergies, { audience: 'private' }),
  'GET public/addresses/autocomplete/{query}/': operation({
    summary: 'Addresses that match what was typed so far',
    audience: 'public',
    params: z.strictObject({ query: z.string().trim().min(1).max(100) }),
    status: 200,
    response: z.object({ suggestions: z.array(AddressSuggestion) }),
    errors: ['unavailable', 'too_many_requests'],
  }),
  'GET public/addresses/{id}/': operation({
    summary: 'One address, in full',
    audience: 'public',
    params: z.strictObject({ id: z.string().min(1).max(200) }),
    status: 200,
    response: Address,
    errors: ['not_found', 'unavailable', 'too_many_requests'],
  }),
  'POST public/users/': operation({
    summary: 'Create a guest user',
    audience: 'public',
    body: GuestUserWrite,
    status: 201,
    response: NewGuestUser,
    errors: ['invalid', 'too_many_requests'],
  }),
  'GET public/users/{id}/': operation({
    summary: 'Read the guest user',
    audience: 'guest',
    params: z.strictObject({ id: idText }),
    headers: { 'Guest-User-Access-Token': 'required' },
    status: 200,
    response: GuestUser,
    errors: ['not_signed_in', 'not_found'],
  }),
  'PUT public/users/{id}/': operation({
    summary: 'Update the guest user, in full or in part',
    audience: 'guest',
    params: z.strictObject({ id: idText }),
    body: GuestUserUpdate,
    headers: { 'Guest-User-Access-Token': 'required' },
    status: 200,
    response: GuestUser,
    errors: ['invalid', 'not_signed_in', 'not_found', 'conflict', 'too_many_requests'],
  }),
  'GET public/check-guest-user/': operation({
    summary: 'The guest user whom the access token belongs to',
    audience: 'guest',
    headers: { 'Guest-User-Access-Token': 'required' },
    status: 200,
    response: GuestUser,
    errors: ['not_signed_in'],
  }),
}

function tidyPhone(text: string): string {
  const groups = text
    .trim()
    .replace(/^\+?\s*00(?=\s*[1-9])/, '+')
    // "+44 (0)20": the zero is for callers within the country.
    .replace(/^(\+[\d\s.-]*)\(0\)/, '$1 ')
    .replace(/[^\d+]+/g, ' ')
    .trim()
  const digits = groups.replace(/\D/g, '')
  const within = /^(?:\+ ?44 ?0?|0)([1-9]\d{8,9})$/.exec(groups.replaceAll(' ', ''))?.[1]
  if (within) return spaced(`0${within}`)
  // From abroad without "+": no other country has mobile numbers of this length here.
  const abroad = /^44(7\d{9})$/.exec(digits)?.[1]
  if (abroad) return spaced(`0${abroad}`)
  // Spreadsheets drop a first zero.
  return /^[17]\d{9}$/.test(digits) && !groups.startsWith('+') ? spaced(`0${digits}`) : groups
}

/** Groups by area code (Ofcom); some numbers are a digit shorter. */
function spaced(number: string): string {
  if (/^02/.test(number)) return number.replace(/^(\d{3})(\d{4})/, '$1 $2 ')
  if (/^0(1\d?1|[389])/.test(number)) return number.replace(/^(\d{4})(\d{3})/, '$1 $2 ')
  return number.replace(/^(\d{5})(\d{3}(?=\d{3}$))?/, (_, area, three) =>
    three ? `${area} ${three} ` : `${area} `,
  )
}
