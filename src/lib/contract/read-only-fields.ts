import { z } from 'zod'
import { contract, type OperationKey } from './contract.ts'
import type { FieldErrors } from './errors.ts'
import type { Operation } from './operation.ts'

type Fields = Readonly<Record<string, unknown>>

/** What is asked about a record before it is made, by the call that makes it. */
const MAKES: Readonly<Record<string, OperationKey>> = {
  'POST admin/check-duplicate-user/': 'POST admin/users/',
}

/**
 * Fields that clients may send back when they replace a record, delete it or act on it, as its own
 * address, its list or its creation answered them, and what a question may have besides what it is
 * about (docs/decisions/0041).
 */
export function readOnlyFields(key: string): Readonly<Record<string, z.ZodType>> {
  const [method = '', path = ''] = key.split(' ')
  const made = MAKES[key]
  if (made)
    return without(contract[key as OperationKey], {
      ...shapeOf(responseOf(made)),
      ...shapeOf(bodyOf(made)),
    })
  const record = path.replace(ACTION, '$1')
  // A part of a record is stated field by field, so nothing in it may be ignored.
  const isPart = method === 'PATCH' && record === path
  if (isPart || !['PUT', 'PATCH', 'DELETE'].includes(method)) return {}
  const read = {
    ...shapeOf(responseOf(`POST ${record.replace(OF_RECORD, '')}`)),
    ...rowOf(record.replace(OF_RECORD, '')),
    ...shapeOf(responseOf(`GET ${path}`) ?? responseOf(`GET ${record}`)),
  }
  return without(contract[key as OperationKey], read)
}

const without = ({ body }: Operation, read: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(read).filter(([field]) => body && !(field in body.shape)))

const OF_RECORD = /\{id\}\/$/
/** `{id}/complete_appointment/` */
const ACTION = /(\{id\}\/)\w+\/$/

const bodyOf = (key: OperationKey): unknown => (contract[key] as Operation).body
const responseOf = (key: string) => (contract as Record<string, Operation>)[key]?.response
const shapeOf = (schema: unknown): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

function rowOf(list: string): Readonly<Record<string, z.ZodType>> {
  const { results } = shapeOf(responseOf(`GET ${list}`))
  return results instanceof z.ZodArray ? shapeOf(results.element) : {}
}

export function partedBody(sent: Fields, readOnly: Fields): { written: Fields; sentBack: Fields } {
  const parts = Object.groupBy(Object.entries(sent), ([field]) =>
    Object.hasOwn(readOnly, field) ? 'sentBack' : 'written',
  )
  return {
    written: Object.fromEntries(parts.written ?? []),
    sentBack: Object.fromEntries(parts.sentBack ?? []),
  }
}

/** An id that contradicts the address; other read-only fields are ignored. */
export function contradictions(sentBack: Fields, id: unknown): FieldErrors {
  const isOther = Object.hasOwn(sentBack, 'id') && sentBack['id'] !== id
  return isOther ? { id: ['This is not the id of the record at this address.'] } : {}
}
