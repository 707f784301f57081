import { z } from 'zod'
import { booleanText, id, line, paragraph, url, version } from '../fields.ts'
import { formDefinition } from '../forms/form-definition.ts'
import { FormItem, type FormItem as Item } from '../forms/form-item.ts'
import { allItems, holdsAnswer } from '../forms/item-lists.ts'
import { adminResource, ownVersion } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const Eform = z.object({
  id,
  url,
  revision: version,
  name: line(200),
  title: z.string(),
  description: z.string(),
  ...ownVersion,
  formDefinition: z.array(FormItem),
  is_vaccination_form: z.boolean(),
})

export const eforms = adminResource({
  name: 'e-form',
  many: 'e-forms',
  screen: 'eforms',
  path: 'eforms',
  entity: Eform,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    title: line(200).default(''),
    description: paragraph(2_000).default(''),
    formDefinition: formDefinition.default([]),
    is_vaccination_form: z.boolean().default(false),
    /** Write only: the edit changes words, so it counts the subversion. */
    keep_version: z.boolean().default(false),
  }),
  labels: {
    name: 'Name',
    title: 'Title',
    description: 'Description',
    version: 'Version',
    subversion: 'Correction',
    formDefinition: 'Definition',
    is_vaccination_form: 'For vaccinations',
    keep_version: 'Small correction',
  },
  namedBy: 'name',
  searchable: ['name', 'title'],
  orderable: ['name', 'title', 'version'],
  defaultOrder: 'name',
  filters: { is_vaccination_form: booleanText.optional() },
  references: {},
  model: 'eforms.eform',
  audit: 'eform',
  bulk: deleting,
  versioned: { kept: ['title', 'description', 'formDefinition'] },
})

/**
 * What a correction may not change, because earlier answers would read differently; null for none.
 */
export function beyondCorrection(earlier: readonly Item[], later: readonly Item[]): string | null {
  const [before, after] = [earlier, later].map(meanings) as [Meanings, Meanings]
  const id =
    [...after.keys()].find((id) => before.get(id) !== after.get(id)) ??
    [...before.keys()].find((id) => !after.has(id))
  if (id === undefined) return null
  return `This changes what is asked (${id}), not only its words: make it a new version`
}

type Meanings = ReadonlyMap<string, string>

const meanings = (items: readonly Item[]): Meanings =>
  new Map(
    allItems(items)
      .filter(holdsAnswer)
      .map((item) => [item.id, meaningOf(item)]),
  )

/** What decides how an answer reads, and whether it is asked. */
const meaningOf = (item: Item) =>
  JSON.stringify([
    item.type,
    item.show_when,
    'unit' in item ? item.unit : undefined,
    'options' in item ? item.options.map(({ value, score }) => [value, score]) : [],
    'alerts' in item ? item.alerts?.map(({ when, level }) => [when, level]) : [],
    item.type === 'calculated' ? [item.calculation, item.of] : [],
    item.type === 'group' ? item.items.map(({ id }) => id) : [],
  ])
