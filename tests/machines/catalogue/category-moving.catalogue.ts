import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { categoryMovingMachine } from '#machines/catalogue/category-moving.machine.ts'
import { requestCatalogue } from '../request.catalogue.ts'

const category = (
  id: number,
  name: string,
  place: Partial<AppointmentCategory> = {},
): AppointmentCategory => ({
  id,
  name,
  url: `https://x/${id}/`,
  version: 1,
  disabled: false,
  hidden: false,
  level: 0,
  lft: 1,
  rght: 2,
  tree_id: id,
  parent: null,
  picture: '',
  parent_path: null,
  path: name,
  ...place,
})
const below = (id: number, name: string, lft: number) =>
  category(id, name, {
    level: 1,
    tree_id: 1,
    lft,
    rght: lft + 1,
    parent: 1,
    parent_path: 'Health',
    path: `Health › ${name}`,
  })

export const health = category(1, 'Health', { rght: 6 })
export const flu = below(2, 'Flu', 2)
export const travel = below(3, 'Travel', 4)
export const ears = category(4, 'Ears', { tree_id: 2 })
/** In the order of the tree. */
export const tree = [health, flu, travel, ears]

export const categoryMovingCatalogue = requestCatalogue<typeof categoryMovingMachine>(
  [{ category: travel, to: { parent: null, before: null } }],
  {
    moved: [{ kind: 'moved' }],
    refused: [{ kind: 'refused', reason: 'Ada Byron changed place.' }],
  },
)
