import { z } from 'zod'
import { vaccineProductFields } from '../admin/vaccine-products.ts'
import { idText, seenVersion, statedReason } from '../fields.ts'
import { operation } from '../operation.ts'
import { reading, resource } from '../resource.ts'
import {
  bulkFieldNames,
  OwnVaccination,
  VaccinationBulkAnswer,
  VaccinationBulkUpdate,
  VaccinationCheck,
  VaccinationCorrection,
  VaccinationRecord,
  VaccinationStart,
  VaccinationWrite,
} from './vaccinations.ts'

const VaccinationError = z.strictObject({ version: seenVersion, reason: statedReason })

const byId = z.strictObject({ id: idText })
const refusals = ['invalid', 'not_signed_in', 'not_allowed', 'not_found'] as const
const choice = z.object({
  value: z.string(),
  label: z.string(),
  code: z.string(),
  display: z.string(),
})

export const ownVaccinations = resource({
  name: 'vaccination record',
  path: 'vaccinationhistories',
  entity: OwnVaccination,
  searchable: [],
  orderable: ['date_administered', 'booster_due_date'],
  defaultOrder: 'date_administered',
})

export const ownVaccineProducts = resource({
  name: 'vaccine product',
  path: 'vaccineproducts',
  entity: z.object(vaccineProductFields),
  searchable: ['name', 'description'],
  orderable: ['name', 'price'],
  defaultOrder: 'name',
})

export const vaccinationOperations = {
  ...reading(ownVaccinations, { audience: 'private' }),
  'GET public/vaccinationhistories/': operation({
    summary: 'The vaccinations of the guest’s appointment',
    audience: 'guest',
    headers: { 'Guest-User-Access-Token': 'required' },
    query: z.strictObject({ appointment_id: idText }),
    status: 200,
    response: z.object({ count: z.int().nonnegative(), results: z.array(OwnVaccination) }),
    errors: ['invalid', 'not_signed_in', 'not_found'],
  }),
  'GET admin/vaccinationhistories/fields/': operation({
    summary: 'What a bulk update can set',
    audience: 'admin',
    permission: 'clinic.view_vaccinationhistory',
    status: 200,
    response: z.object({
      results: z.array(
        z.object({
          field: z.enum(bulkFieldNames),
          label: z.string(),
          type: z.enum(['text', 'date', 'product', 'choice']),
          choices: z.array(z.object({ value: z.string(), label: z.string() })),
        }),
      ),
    }),
    errors: ['not_signed_in', 'not_allowed'],
  }),
  'GET admin/vaccinationhistories/administration-choices/': operation({
    summary: 'Routes and sites of administration with their SNOMED CT codes',
    audience: 'admin',
    permission: 'clinic.view_vaccinationhistory',
    status: 200,
    response: z.object({ routes: z.array(choice), sites: z.array(choice) }),
    errors: ['not_signed_in', 'not_allowed'],
  }),
  'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': operation({
    summary:
      'The vaccinations of the patient of an appointment, and what a clinician sees before giving one',
    audience: 'admin',
    permission: 'clinic.view_vaccinationhistory',
    andPermission: 'clinic.view_appointment',
    query: z.strictObject({ appointment_id: idText.optional(), patient_id: idText.optional() }),
    status: 200,
    response: VaccinationStart,
    errors: refusals,
  }),
  'PUT admin/vaccinationhistories/bulk-update/': operation({
    summary:
      'Set fields of many records: all or none, with one reason. `preview` only says what would change. A bare list of records, each with the fields that change, corrects each',
    audience: 'admin',
    permission: 'clinic.change_vaccinationhistory',
    andPermission: 'clinic.view_vaccinationhistory',
    body: VaccinationBulkUpdate,
    bareList: 'rows',
    cost: 'import',
    status: 200,
    response: VaccinationBulkAnswer,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'not_found', 'conflict', 'stale'],
  }),
  'POST admin/vaccinationhistories/check/': operation({
    summary: 'What would be refused and warned of, before anything is given. Stores nothing',
    audience: 'admin',
    permission: 'clinic.add_vaccinationhistory',
    andPermission: 'clinic.view_vaccinationhistory',
    body: VaccinationWrite,
    status: 200,
    response: VaccinationCheck,
    errors: refusals,
  }),
  'POST admin/vaccinationhistories/': operation({
    summary:
      'Record a vaccination that was given, was not given, or was given elsewhere. Warnings must be confirmed. With the same `Idempotency-Key` it is recorded once',
    audience: 'admin',
    permission: 'clinic.add_vaccinationhistory',
    andPermission: 'clinic.view_vaccinationhistory',
    headers: { 'Idempotency-Key': 'optional' },
    body: VaccinationWrite,
    status: 201,
    response: VaccinationRecord,
    errors: [...refusals, 'conflict'],
  }),
  'GET admin/vaccinationhistories/{id}/': operation({
    summary: 'Read a vaccination record and its corrections',
    audience: 'admin',
    permission: 'clinic.view_vaccinationhistory',
    params: byId,
    status: 200,
    response: VaccinationRecord,
    errors: refusals,
  }),
  'PUT admin/vaccinationhistories/{id}/': operation({
    summary: 'Correct a vaccination record with a reason. The earlier version stays readable',
    audience: 'admin',
    permission: 'clinic.change_vaccinationhistory',
    andPermission: 'clinic.view_vaccinationhistory',
    params: byId,
    body: VaccinationCorrection,
    status: 200,
    response: VaccinationRecord,
    errors: [...refusals, 'conflict', 'stale'],
  }),
  'DELETE admin/vaccinationhistories/{id}/': operation({
    summary: 'Mark a vaccination record as entered in error, with a reason. It stays readable',
    audience: 'admin',
    permission: 'clinic.delete_vaccinationhistory',
    andPermission: 'clinic.view_vaccinationhistory',
    params: byId,
    body: VaccinationError,
    status: 200,
    response: VaccinationRecord,
    errors: [...refusals, 'conflict', 'stale'],
  }),

  ...reading(ownVaccineProducts, { audience: 'private' }),
}
