import type { Selectable } from 'kysely'
import type { DB } from '../database/types.ts'
import { apiAddress } from '../http/addresses.ts'
import type { SignedInCall } from '../http/implement.ts'

export const vaccineProductRows = ({ services, viewer }: SignedInCall) =>
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

type VaccineProductRow = Omit<Selectable<DB['vaccine_product']>, 'version'>

export const presentVaccineProducts = (rows: VaccineProductRow[], call: SignedInCall) =>
  rows.map(({ created, modified, ...row }) => ({
    ...row,
    url: apiAddress(call, 'private/vaccineproducts', row.id),
    created: created.toISOString(),
    modified: modified.toISOString(),
  }))
