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
      ...toShape(findResponse(made)),
      ...toShape(findBody(made)),
    })
  const record = path.replace(ACTION, '$1')
  // A part of a record is stated field by field, so nothing in it may be ignored.
  const isPart = method === 'PATCH' && record === path
  if (isPart || !['PUT', 'PATCH', 'DELETE'].includes(method)) return {}
  const read = {
    ...toShape(findResponse(`POST ${record.replace(OF_RECORD, '')}`)),
    ...rowShape(record.replace(OF_RECORD, '')),
    ...toShape(findResponse(`GET ${path}`) ?? findResponse(`GET ${record}`)),
  }
  return without(contract[key as OperationKey], read)
}

const OWNER = ['patient_id', 'patient', 'appointment_id', 'eform', 'saved_form_id', 'kind']
const STATE = [
  'appointment_type',
  'appointment_type_id',
  'site',
  'site_id',
  'staff_id',
  'status',
  'completed',
  'completed_on',
  'cancelled_on',
  'cancellation_notes',
  'outcomes',
  'notes',
  'is_draft',
  'archived',
  'withdrawn',
  'entered_in_error',
  'username',
  'is_active',
  'is_deceased',
  'is_portal_user',
  'is_staff',
  'is_superuser',
  'groups',
  'user_permissions',
]
/** Their site is that of their room, which a change may choose. */
const OF_ROOM: OperationKey[] = ['PUT admin/availabilities/{id}/', 'PUT admin/appointments/{id}/']

/**
 * Read-only fields whose value must be that of the record. A PUT that would give a record to another
 * patient, or complete it, is refused instead of answered as if it had. Actions and deletions change
 * the state themselves, and may say what it will be. Names, addresses, counts and times of changes
 * stay ignored, because they change by themselves.
 */
export function heldFields(key: string): string[] {
  const readOnly = readOnlyFields(key)
  const [method, path = ''] = key.split(' ')
  if (method === 'POST') return []
  const { body } = contract[key as OperationKey] as Operation
  const isReplaced = method === 'PUT' && !ACTION.test(path)
  return [...OWNER, ...(isReplaced ? STATE : [])].filter((field) => {
    const isOfRoom = field === 'site' && (OF_ROOM as string[]).includes(key)
    // An object changes with the id that can be written.
    const isWritten = body && `${field}_id` in body.shape
    return field in readOnly && !isOfRoom && !isWritten
  })
}

const without = ({ body }: Operation, read: Readonly<Record<string, z.ZodType>>) =>
  Object.fromEntries(Object.entries(read).filter(([field]) => body && !(field in body.shape)))

const OF_RECORD = /\{id\}\/$/
const ACTION = /(\{id\}\/)\w+\/$/

const findBody = (key: OperationKey): unknown => (contract[key] as Operation).body
const findResponse = (key: string) => (contract as Record<string, Operation>)[key]?.response
const toShape = (schema: unknown): Readonly<Record<string, z.ZodType>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

function rowShape(list: string): Readonly<Record<string, z.ZodType>> {
  const { results } = toShape(findResponse(`GET ${list}`))
  return results instanceof z.ZodArray ? toShape(results.element) : {}
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

/** Records are the same by their id; of one without, nothing is compared. Times are instants. */
export function isSameSentBack(sent: unknown, stored: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(stored)) {
    return (
      sent.length === stored.length &&
      sent.every((one, place) => isSameSentBack(one, stored[place]))
    )
  }
  if (isRecord(sent) && isRecord(stored)) return sent['id'] === stored['id']
  const isInstant = typeof sent === 'string' && typeof stored === 'string' && INSTANT.test(stored)
  return sent === stored || (isInstant && Date.parse(sent) === Date.parse(stored))
}

const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const INSTANT = /^\d{4}-\d\d-\d\dT/

/** It is null if the patient was not asked. */
export function contradictions(sentBack: Fields, id: unknown): FieldErrors {
  const isOther = Object.hasOwn(sentBack, 'id') && sentBack['id'] !== id
  return isOther ? { id: ['This is not the id of the record at this address.'] } : {}
}
