import { z } from 'zod'
import { vaccineProductFields } from './admin/vaccine-products.ts'
import { listQuery, paged } from './fields.ts'
import { operation } from './operation.ts'
import { resource } from './resource.ts'

/** What is given here, as patients see it. */
export const ownVaccineProducts = resource({
  name: 'vaccine product',
  path: 'vaccineproducts',
  entity: z.object(vaccineProductFields),
  searchable: ['name', 'description'],
  orderable: ['name', 'price'],
  defaultOrder: 'name',
})

export const vaccineProductOperations = {
  'GET private/vaccineproducts/': operation({
    summary: 'Vaccine products that are given here, and those that one has been given',
    audience: 'private',
    query: z.strictObject(listQuery),
    status: 200,
    response: paged(ownVaccineProducts.entity),
    errors: ['invalid', 'not_signed_in'],
  }),
}
