import { z } from 'zod'
import { id, line, paragraph, url, version } from '../fields.ts'
import { adminResource, ownVersion } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'

const name = line(200).min(1, 'Enter a name')
/** Its text with placeholders, such as `{{ patient.first_name }}`. */
const template_code = paragraph(20_000).default('')
/** A path below the templates, such as `outcomes/referral.html`; nothing leads out of there. */
const template_path = line(200)
  .regex(
    /^(?:[\w-][\w.-]*(?:\/[\w-][\w.-]*)*)?$/,
    'Use letters, numbers, dots and hyphens, such as outcomes/referral.html',
  )
  .default('')

/** What can come of an appointment, and the text that tells the patient. */
const AppointmentOutcome = z.object({
  id,
  url,
  revision: version,
  name,
  /** Not offered any more; it stays with the appointments that have it. */
  archived: z.boolean(),
  ...ownVersion,
  /** The last edit was a small correction: it kept the version and counted the subversion. */
  keep_version: z.boolean(),
  template_code: z.string(),
  template_path: z.string(),
})

/** Those that are offered, those that are not any more, or all of them. */
const ArchivedFilter = z.enum(['false', 'true', 'all'])

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
  filters: { archived: ArchivedFilter.default('false') },
  references: {},
  model: 'clinic.appointmentoutcome',
  audit: 'appointment_outcome',
  bulk: {
    archive: stated('archived', ['Archive', 'archived'], true),
    restore: stated('archived', ['Offer again', 'offered again'], false),
    ...deleting,
  },
  versioned: { kept: ['name', 'template_code', 'template_path'] },
})
