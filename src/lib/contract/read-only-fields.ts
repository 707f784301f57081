import { z } from 'zod'
import { contract, type OperationKey } from './contract.ts'
import type { FieldErrors } from './errors.ts'
import type { Operation } from './operation.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Fields that clients may send back when they replace a record, delete it or act on it, as its own
 * address or its list answered them (docs/decisions/0041).
 */
export function readOnlyFields(key: string): Readonly<Record<string, z.ZodType>> {
  const [method = '', path = ''] = key.split(' ')
  const record = path.replace(ACTION, '$1')
  // A part of a record is stated field by field, so nothing in it may be ignored.
  const isPart = method === 'PATCH' && record === path
  if (isPart || !['PUT', 'PATCH', 'DELETE'].includes(method)) return {}
  const { body }: Operation = contract[key as OperationKey]
  const read = {
    ...rowOf(record.replace(OF_RECORD, '')),
    ...shapeOf(responseOf(path) ?? responseOf(record)),
  }
  return Object.fromEntries(
    Object.entries(read).filter(([field]) => body && !(field in body.shape)),
  )
}

const OF_RECORD = /\{id\}\/$/
/** `{id}/complete_appointment/` */
const ACTION = /(\{id\}\/)\w+\/$/

const responseOf = (path: string) =>
  (contract as Record<string, Operation>)[`GET ${path}`]?.response
const shapeOf = (schema: unknown): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

function rowOf(list: string): Readonly<Record<string, z.ZodType>> {
  const { results } = shapeOf(responseOf(list))
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
