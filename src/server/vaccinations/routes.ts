import type { Selectable } from 'kysely'
import { bodySiteChoices, routeChoices } from '#lib/contract/records/administration-choices.ts'
import {
  ownVaccinations,
  ownVaccineProducts,
} from '#lib/contract/records/vaccination-operations.ts'
import { audit } from '../audit/audit.ts'
import type { DB } from '../database/types.ts'
import { apiAddress } from '../http/addresses.ts'
import type { Handlers, SignedInCall } from '../http/implement.ts'
import { byGuestToken } from '../own-appointments/own-appointment.ts'
import { readingRoutes } from '../resources/reading-routes.ts'
import { bulkUpdateRoutes } from './bulk-update.ts'
import { vaccinationWritingRoutes } from './correct-vaccination.ts'
import { checkVaccination } from './record-vaccination.ts'
import { presentOwnVaccination, type VaccinationRow, vaccinationRows } from './vaccination-rows.ts'
import { readVaccinationStart } from './vaccination-start.ts'

const ownRows = ({ services, viewer }: SignedInCall) =>
  services.db
    .selectFrom(
      vaccinationRows(services.db)
        .where('vaccination.patient_id', '=', viewer.personId)
        .where('vaccination.entered_in_error', 'is', null)
        .as('listed'),
    )
    .selectAll()

const formatChoices = (choices: readonly { value: string; label: string }[]) =>
  choices.map(({ value, label }) => ({ value, label }))

const vaccineProductRows = ({ services, viewer }: SignedInCall) =>
  services.db
    .selectFrom('vaccine_product')
    .select(['id', 'name', 'description', 'doses_required', 'booster_interval_weeks'])
    .select(['is_active', 'price', 'created', 'modified'])
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('is_active', '=', true),
        exists(
          selectFrom('vaccination_history')
            .whereRef('vaccine_product_id', '=', 'vaccine_product.id')
            .where('patient_id', '=', viewer.personId)
            .select('id'),
        ),
      ]),
    )

const presentVaccineProducts = (rows: VaccineProductRow[], call: SignedInCall) =>
  rows.map(({ created, modified, ...row }) => ({
    ...row,
    url: apiAddress(call, 'private/vaccineproducts', row.id),
    created: created.toISOString(),
    modified: modified.toISOString(),
  }))

export const vaccinationRoutes = {
  ...readingRoutes('private', ownVaccinations, {
    rows: ownRows,
    present: (rows, call) =>
      rows.map((row) => presentOwnVaccination(row as unknown as VaccinationRow, call)),
  }),

  ...readingRoutes('private', ownVaccineProducts, {
    rows: vaccineProductRows,
    present: presentVaccineProducts,
  }),

  'GET public/vaccinationhistories/': async ({ query }, call) =>
    await call.services.db.transaction().execute(async (tx) => {
      const own = byGuestToken(call)
      const appointment = await own.find(tx, query.appointment_id)
      await audit(tx, call, {
        actor: { id: appointment.actorId, role: own.role },
        action: 'vaccination.listed',
        subjectType: 'appointment',
        subjectId: appointment.id,
        patientId: appointment.patient_id,
      })
      const rows = await vaccinationRows(tx)
        .where('vaccination.appointment_id', '=', appointment.id)
        .where('vaccination.entered_in_error', 'is', null)
        .orderBy('vaccination.id')
        .execute()
      return { count: rows.length, results: rows.map((row) => presentOwnVaccination(row, call)) }
    }),

  'GET admin/vaccinationhistories/fields/': async () => ({
    results: [
      { field: 'vaccine_product_id', label: 'Vaccine', type: 'product', choices: [] },
      { field: 'batch_number', label: 'Batch number', type: 'text', choices: [] },
      { field: 'expiry_date', label: 'Expiry date', type: 'date', choices: [] },
      { field: 'manufacturer', label: 'Manufacturer', type: 'text', choices: [] },
      {
        field: 'route_of_administration',
        label: 'Route',
        type: 'choice',
        choices: formatChoices(routeChoices),
      },
      {
        field: 'site_of_administration',
        label: 'Body site',
        type: 'choice',
        choices: formatChoices(bodySiteChoices),
      },
    ],
  }),
  'GET admin/vaccinationhistories/administration-choices/': async () => ({
    routes: [...routeChoices],
    sites: [...bodySiteChoices],
  }),
  'GET admin/vaccinationhistories/get-vaccination-history-by-appointment/': ({ query }, call) =>
    readVaccinationStart(call, query),
  ...bulkUpdateRoutes,
  'POST admin/vaccinationhistories/check/': ({ body }, call) => checkVaccination(call, body),
  ...vaccinationWritingRoutes,
} satisfies Handlers

type VaccineProductRow = Omit<Selectable<DB['vaccine_product']>, 'version'>
