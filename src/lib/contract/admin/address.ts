import { z } from 'zod'
import { line, orNone, postcode } from '../fields.ts'
import { personFields } from '../people.ts'

export const addressFields = {
  address1: z.string(),
  address2: z.string(),
  city: z.string(),
  county: z.string(),
  nation: z.string(),
  postcode: z.string(),
  telephone: z.string(),
  email: z.string(),
}

export const addressWrite = {
  address1: line(200).default(''),
  address2: line(200).default(''),
  city: line(100).default(''),
  county: line(100).default(''),
  nation: line(100).default(''),
  postcode: postcode.default(''),
  telephone: orNone(personFields.mobile).default(''),
  email: orNone(personFields.email).default(''),
}

export const addressLabels = {
  address1: 'Address line 1',
  address2: 'Address line 2',
  city: 'Town or city',
  county: 'County',
  nation: 'Country',
  postcode: 'Postcode',
  telephone: 'Telephone',
  email: 'Email address',
}
