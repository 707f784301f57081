import { z } from 'zod'
import { booleanText, id, line, paragraph, url, version } from '../fields.ts'
import { formDefinition } from '../forms/form-definition.ts'
import { FormItem } from '../forms/form-item.ts'
import { adminResource, ownVersion } from './admin-resource.ts'
import { archivedFilter, archiving, deleting } from './bulk.ts'

const Eform = z.object({
  id,
  url,
  revision: version,
  name: line(200),
  title: z.string(),
  description: z.string(),
  ...ownVersion,
  formDefinition: z.array(FormItem),
  /** Holds what no kind of item knows: it is kept, and has no effect. */
  unknown_properties: z.array(z.string()),
  is_vaccination_form: z.boolean(),
  /** It is asked of nobody any more; those who began it go on. */
  archived: z.boolean(),
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
    archived: z.boolean().default(false),
    /** Write only: the edit changes words, so it counts the subversion. */
    keep_version: z.boolean().default(false),
  }),
  labels: {
    name: 'Name',
    title: 'Title',
    description: 'Description',
    version: 'Version',
    subversion: 'Correction',
    formDefinition: 'Questions',
    is_vaccination_form: 'For vaccinations',
    archived: 'Archived',
    keep_version: 'Small correction',
  },
  namedBy: 'name',
  searchable: ['name', 'title'],
  orderable: ['name', 'title', 'version'],
  defaultOrder: 'name',
  filters: { is_vaccination_form: booleanText.optional(), archived: archivedFilter },
  references: {},
  model: 'eforms.eform',
  audit: 'eform',
  bulk: { ...archiving, ...deleting },
  versioned: { kept: ['title', 'description', 'formDefinition'] },
})
