import { expect, test } from 'vitest'
import { offersServices, subcategories, topCategories } from '#lib/catalogue/category-tree.ts'
import type { PublicAppointmentCategory, PublicAppointmentType } from '#lib/contract/catalogue.ts'

const service: PublicAppointmentType = {
  id: 7,
  url: 'https://example.test/api/public/appointmenttypes/7/',
  name: 'Flu vaccination',
  slug: 'flu-vaccination',
  summary: '',
  description: '',
  prebooking_info: '',
  what_to_bring: '',
  prices: [],
  forms: [],
  duration: 10,
  disabled: false,
  hidden: false,
  image: null,
  image_sizes: [],
  picture: '',
  categories: [],
  tag_ids: [],
  tags: [],
}

function category(
  given: Partial<PublicAppointmentCategory> & { id: number },
): PublicAppointmentCategory {
  return {
    url: `https://example.test/api/public/appointmentcategories/${given.id}/`,
    name: `Category ${given.id}`,
    disabled: false,
    hidden: false,
    level: 0,
    lft: 1,
    rght: 2,
    tree_id: given.id,
    parent: null,
    picture: '',
    appointment_types: [],
    ...given,
  }
}

const vaccinations = category({ id: 1, tree_id: 2, rght: 8 })
const travel = category({ id: 2, tree_id: 2, level: 1, lft: 4, parent: 1 })
const seasonal = category({ id: 3, tree_id: 2, level: 1, lft: 2, parent: 1 })
const flu = category({
  id: 4,
  tree_id: 2,
  level: 2,
  lft: 3,
  parent: 3,
  appointment_types: [service],
})
const checks = category({ id: 5, tree_id: 1 })
const closed = category({
  id: 6,
  tree_id: 3,
  disabled: true,
  appointment_types: [service],
})
const all = [vaccinations, travel, seasonal, flu, checks, closed]
const ids = (categories: PublicAppointmentCategory[]) => categories.map(({ id }) => id)

test('the top of the tree comes in its order, without what is disabled', () => {
  expect(ids(topCategories(all))).toEqual([5, 1])
})

test('the children of a category come in the order of the tree', () => {
  expect(ids(subcategories(all, vaccinations))).toEqual([3, 2])
})

test('a category offers what lies anywhere below it', () => {
  expect(offersServices(all, vaccinations)).toBe(true)
  expect(offersServices(all, travel)).toBe(false)
  expect(offersServices(all, checks)).toBe(false)
})

test('what lies below a disabled category is not offered', () => {
  const withClosedBranch = [vaccinations, { ...seasonal, disabled: true }, flu]
  expect(offersServices(withClosedBranch, vaccinations)).toBe(false)
})
