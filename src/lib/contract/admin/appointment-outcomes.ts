import { z } from 'zod'
import { id, line, paragraph, url, version } from '../fields.ts'
import { adminResource, ownVersion } from './admin-resource.ts'
import { archivedFilter, archiving, deleting } from './bulk.ts'

const name = line(200).min(1, 'Enter a name')
/** Text with placeholders, such as `{{ patient.first_name }}`. */
const template_code = paragraph(20_000).default('')
/** A path inside the templates, such as `outcomes/referral.html`. */
const template_path = line(200)
  .regex(
    /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/,
    'Use letters, numbers, dots and hyphens, such as outcomes/referral.html',
  )
  .default('')

const AppointmentOutcome = z.object({
  id,
  url,
  revision: version,
  name,
  /** No longer offered; appointments that have it keep it. */
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
    template_path: 'File name of the template',
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
