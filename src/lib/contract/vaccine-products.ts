import { z } from 'zod'
import { vaccineProductFields } from './admin/vaccine-products.ts'
import { reading, resource } from './resource.ts'

export const ownVaccineProducts = resource({
  name: 'vaccine product',
  path: 'vaccineproducts',
  entity: z.object(vaccineProductFields),
  searchable: ['name', 'description'],
  orderable: ['name', 'price'],
  defaultOrder: 'name',
})

export const vaccineProductOperations = reading(ownVaccineProducts, { audience: 'private' })
