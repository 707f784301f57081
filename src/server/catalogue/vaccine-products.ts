import { ownVaccineProducts } from '#lib/contract/vaccine-products.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type ListQuery, listPage } from '../resources/list.ts'

/** One page of what is given here, and of what the person has been given before. */
export async function vaccineProductsFor(
  { services, viewer, apiUrl }: SignedInCall,
  query: ListQuery,
) {
  const rows = services.db
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
  const { count, results } = await listPage(ownVaccineProducts, rows, query)
  return {
    count,
    results: results.map(({ created, modified, ...row }) => ({
      ...row,
      url: `${apiUrl}/private/vaccineproducts/${row.id}/`,
      created: created.toISOString(),
      modified: modified.toISOString(),
    })),
  }
}
