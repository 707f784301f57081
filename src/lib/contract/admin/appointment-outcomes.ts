import { z } from 'zod'
import { id, line, paragraph, url, version } from '../fields.ts'
import { adminResource, ownVersion } from './admin-resource.ts'
import { archivedFilter, archiving, deleting } from './bulk.ts'

const name = line(200).min(1, 'Enter a name')
export const longestTemplate = 20_000
/** Liquid, with the names of `letter-names.ts`: plain text, or HTML of which the safe part is shown. */
const template_code = paragraph(longestTemplate).default('')
/** A template of the product is used while `template_code` is empty. */
const template_path = line(200).default('')

const AppointmentOutcome = z.object({
  id,
  url,
  revision: version,
  name,
  /** It is offered no more; appointments that have it keep it. */
  archived: z.boolean(),
  ...ownVersion,
  /** The last edit was a small correction, which counted the subversion. */
  keep_version: z.boolean(),
  template_code: z.string(),
  template_path: z.string(),
})

export const appointmentOutcomes = adminResource({
  name: 'appointment outcome',
  many: 'appointment outcomes',
  screen: 'appointment-outcomes',
  path: 'appointmentoutcomes',
  entity: AppointmentOutcome,
  write: z.strictObject({
    name,
    template_code,
    template_path,
    keep_version: z.boolean().default(false),
    archived: z.boolean().default(false),
  }),
  labels: {
    name: 'Name',
    archived: 'Archived',
    version: 'Version',
    subversion: 'Correction',
    keep_version: 'Small correction',
    template_code: 'Template',
    template_path: 'Ready-made template',
  },
  namedBy: 'name',
  searchable: ['name'],
  orderable: ['name', 'version'],
  defaultOrder: 'name',
  filters: { archived: archivedFilter },
  references: {},
  model: 'clinic.appointmentoutcome',
  audit: 'appointment_outcome',
  bulk: {
    ...archiving,
    ...deleting,
  },
  versioned: { kept: ['name', 'template_code', 'template_path'] },
})
