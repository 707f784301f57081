import { z } from 'zod'
import type { ErrorCode } from '../errors.ts'
import { idText, listQuery, paged } from '../fields.ts'
import { operation } from '../operation.ts'
import {
  AdviceSnippet,
  AdviceSnippetUpdate,
  AdviceSnippetWrite,
  OwnAdviceUpdate,
  PatientAdvice,
  PatientAdviceMarks,
  PatientAdviceUpdate,
  PatientAdviceWithdrawal,
  PatientAdviceWrite,
} from './patient-advice.ts'

const byId = z.strictObject({ id: idText })
const ofOwnList = z.strictObject({
  ...listQuery,
  appointment_id: idText.optional(),
  category_id: idText.optional(),
})
const ofList = ofOwnList.extend({ patient_id: idText.optional() })
const reads = ['invalid', 'not_signed_in'] as const
const byStaff = <const Codes extends readonly ErrorCode[]>(codes: Codes) =>
  [...reads, 'not_allowed', ...codes] as const

const list = {
  summary: 'List: patient advice, pinned first, then newest',
  status: 200,
  response: paged(PatientAdvice),
} as const
const listArchived = {
  ...list,
  summary: 'List: patient advice that was archived and, for staff, withdrawn',
} as const
const read = {
  summary: 'Read: patient advice',
  params: byId,
  status: 200,
  response: PatientAdvice,
} as const
const staff = { audience: 'admin' } as const
const views = { ...staff, permission: 'clinic.view_patientadvice' } as const
/** Those who wrote it may change it without the permission to change everybody's. */
const changes = {
  ...staff,
  permission: 'clinic.change_patientadvice',
  orPermission: 'clinic.add_patientadvice',
} as const

export const patientAdviceOperations = {
  'GET public/patientadvices/': operation({
    audience: 'guest',
    headers: { 'Guest-User-Access-Token': 'required' },
    ...list,
    query: z.strictObject({ ...listQuery, appointment_id: idText }),
    errors: [...reads, 'not_found'],
  }),
  'GET private/patientadvices/': operation({
    audience: 'private',
    ...list,
    query: ofOwnList,
    errors: reads,
  }),
  'GET admin/patientadvices/': operation({ ...views, ...list, query: ofList, errors: byStaff([]) }),
  'GET private/patientarchivedadvices/': operation({
    audience: 'private',
    ...listArchived,
    query: ofOwnList,
    errors: reads,
  }),
  'GET admin/patientarchivedadvices/': operation({
    ...views,
    ...listArchived,
    query: ofList,
    errors: byStaff([]),
  }),
  'GET private/patientadvices/{id}/': operation({
    audience: 'private',
    ...read,
    errors: [...reads, 'not_found'],
  }),
  'GET admin/patientadvices/{id}/': operation({
    ...views,
    ...read,
    errors: byStaff(['not_found']),
  }),

  'POST admin/patientadvices/': operation({
    ...staff,
    summary: 'Write advice to a patient. The same Idempotency-Key writes it once',
    permission: 'clinic.add_patientadvice',
    andPermission: 'clinic.view_patientadvice',
    body: PatientAdviceWrite,
    headers: { 'Idempotency-Key': 'optional' },
    status: 201,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict']),
  }),
  'PUT admin/patientadvices/{id}/': operation({
    ...changes,
    andPermission: 'clinic.view_patientadvice',
    summary: 'Change the text and the categories of advice',
    params: byId,
    body: PatientAdviceUpdate,
    status: 200,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict', 'stale']),
  }),
  'PATCH admin/patientadvices/{id}/': operation({
    ...changes,
    andPermission: 'clinic.view_patientadvice',
    summary: 'Pin or archive advice, or undo that',
    params: byId,
    body: PatientAdviceMarks,
    status: 200,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict', 'stale']),
  }),
  'PATCH private/patientadvices/{id}/': operation({
    audience: 'private',
    summary: 'Mark own advice as a favourite, or undo that',
    params: byId,
    body: z.strictObject({ favourite: z.boolean() }),
    status: 200,
    response: PatientAdvice,
    errors: [...reads, 'not_found'],
  }),
  'PUT private/patientadvices/{id}/': operation({
    audience: 'private',
    summary: 'Put back own advice with its mark as a favourite; only staff change the rest',
    params: byId,
    body: OwnAdviceUpdate,
    status: 200,
    response: PatientAdvice,
    errors: [...reads, 'not_found', 'not_allowed'],
  }),
  'DELETE admin/patientadvices/{id}/': operation({
    ...staff,
    summary: 'Withdraw advice with a reason. Staff can still read it',
    permission: 'clinic.delete_patientadvice',
    andPermission: 'clinic.view_patientadvice',
    params: byId,
    body: PatientAdviceWithdrawal,
    status: 200,
    response: PatientAdvice,
    errors: byStaff(['not_found', 'conflict', 'stale']),
  }),

  'GET admin/advicesnippets/': operation({
    ...changes,
    summary: 'List: own saved texts for advice',
    query: z.strictObject(listQuery),
    status: 200,
    response: paged(AdviceSnippet),
    errors: byStaff([]),
  }),
  'GET admin/advicesnippets/{id}/': operation({
    ...changes,
    summary: 'Read: own saved text for advice',
    params: byId,
    status: 200,
    response: AdviceSnippet,
    errors: byStaff(['not_found']),
  }),
  'POST admin/advicesnippets/': operation({
    ...changes,
    summary: 'Save a text for advice. The same Idempotency-Key saves it once',
    body: AdviceSnippetWrite,
    headers: { 'Idempotency-Key': 'optional' },
    status: 201,
    response: AdviceSnippet,
    errors: byStaff(['conflict']),
  }),
  'PUT admin/advicesnippets/{id}/': operation({
    ...changes,
    summary: 'Change an own saved text for advice',
    params: byId,
    body: AdviceSnippetUpdate,
    status: 200,
    response: AdviceSnippet,
    errors: byStaff(['not_found', 'stale']),
  }),
  'DELETE admin/advicesnippets/{id}/': operation({
    ...changes,
    summary: 'Delete an own saved text for advice',
    params: byId,
    status: 204,
    errors: byStaff(['not_found']),
  }),
}
