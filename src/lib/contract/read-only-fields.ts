import { z } from 'zod'
import { contract, type OperationKey } from './contract.ts'
import type { FieldErrors } from './errors.ts'
import type { Operation } from './operation.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields that clients may send back when they replace a record (docs/decisions/0041). */
export function readOnlyFields(key: string): Readonly<Record<string, z.ZodType>> {
  const replace: Operation = contract[key as OperationKey]
  const read: Operation | undefined = contract[key.replace(/^PUT /, 'GET ') as OperationKey]
  if (!key.startsWith('PUT ') || !(read?.response instanceof z.ZodObject)) return {}
  const written = replace.body?.shape ?? {}
  return Object.fromEntries(
    Object.entries(read.response.shape).filter(([field]) => !(field in written)),
  )
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

/** Read-only fields that contradict the address or what is written; others are ignored. */
export function contradictions(
  { contradicts }: Operation,
  { sentBack, written, id }: { sentBack: Fields; written: Fields; id: unknown },
): FieldErrors {
  const isOther = Object.hasOwn(sentBack, 'id') && sentBack['id'] !== id
  return {
    ...(isOther && { id: ['This is not the id of the record at this address.'] }),
    ...contradicts?.(sentBack, written),
  }
}
