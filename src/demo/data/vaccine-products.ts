import { z } from 'zod'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'
import products from './vaccine-products.json' with { type: 'json' }

const demoProduct = z.strictObject({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  /** Of one dose, in pounds. */
  price: z.string(),
  manufacturer: z.string(),
  doses: z.int().optional(),
  boosterWeeks: z.int().optional(),
  /** Whom it is for: ages in whole years. */
  youngest: z.int().optional(),
  oldest: z.int().optional(),
  route: z.enum(['subcutaneous', 'oral']).optional(),
  inactive: z.literal(true).optional(),
})
type DemoProduct = z.infer<typeof demoProduct>

const PRODUCTS = z.array(demoProduct).parse(products)

export type InsertedProduct = DemoProduct & { id: number }

export async function insertVaccineProducts(
  executor: Executor,
  began: Date,
): Promise<Map<string, InsertedProduct>> {
  const rows = await executor
    .insertInto('vaccine_product')
    .values(
      PRODUCTS.map((product) => ({
        name: product.name,
        description: product.description,
        doses_required: product.doses ?? 1,
        booster_interval_weeks: product.boosterWeeks ?? null,
        is_active: !product.inactive,
        price: product.price,
        created: began,
        modified: began,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const ids = new Map(rows.map(({ id, name }) => [name, id]))
  return new Map(
    PRODUCTS.map((product) => [product.key, { ...product, id: lookUp(ids, product.name) }]),
  )
}
