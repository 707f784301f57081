import { z } from 'zod'
import { booleanText, id, ids, line, orNone, paragraph, slug, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'

/** Ids of what an appointment type refers to, their names in the same order, and their addresses. */
const chosen = { ids: z.array(id), names: z.array(z.string()), urls: z.array(url) }

/** What can be booked. */
const AppointmentType = z.object({
  id,
  url,
  version,
  name: line(200),
  slug,
  description: z.string(),
  /** Told before somebody books. */
  prebooking_info: z.string(),
  /** Minutes. */
  duration: z.int().positive(),
  /** Nobody books it any more. */
  disabled: z.boolean(),
  /** Booked by whoever has the key, and by staff who may see it. */
  hidden: z.boolean(),
  competency_ids: chosen.ids,
  competency_names: chosen.names,
  competencies: chosen.urls,
  outcome_ids: chosen.ids,
  outcome_names: chosen.names,
  outcomes: chosen.urls,
  tag_ids: chosen.ids,
  tag_names: chosen.names,
})

export const appointmentTypes = adminResource({
  name: 'appointment type',
  many: 'appointment types',
  screen: 'appointment-types',
  path: 'appointmenttypes',
  entity: AppointmentType,
  write: z.strictObject({
    name: line(200).min(1, 'Enter a name'),
    /** Left empty it is made of the name. */
    slug: orNone(slug).default(''),
    description: paragraph(5_000).default(''),
    prebooking_info: paragraph(5_000).default(''),
    /** Minutes; every start lies on a mark of five. */
    duration: z
      .int({ error: ({ input }) => (input === undefined ? undefined : 'Give whole minutes') })
      .min(5, 'Give at least 5 minutes')
      .max(1_440, 'Give at most 1,440 minutes, which is a day')
      .multipleOf(5, 'Give a multiple of 5 minutes'),
    disabled: z.boolean().default(false),
    hidden: z.boolean().default(false),
    competency_ids: ids().default([]),
    /** What can come of it. */
    outcome_ids: ids().default([]),
    tag_ids: ids().default([]),
  }),
  labels: {
    name: 'Name',
    slug: 'Name in addresses',
    description: 'Description',
    prebooking_info: 'Before booking',
    duration: 'Minutes',
    disabled: 'Disabled',
    hidden: 'Hidden',
    competency_ids: 'Competencies',
    competency_names: 'Competencies',
    outcome_ids: 'Outcomes',
    outcome_names: 'Outcomes',
    tag_ids: 'Tags',
    tag_names: 'Tags',
  },
  namedBy: 'name',
  searchable: ['name', 'slug', 'description'],
  orderable: ['name', 'duration'],
  defaultOrder: 'name',
  filters: { disabled: booleanText.optional(), hidden: booleanText.optional() },
  references: {
    competency_ids: {
      ...{ from: 'competencies', label: 'name', shown: 'competency_names' },
      urls: 'competencies',
    },
    outcome_ids: {
      ...{ from: 'appointmentoutcomes', label: 'name', shown: 'outcome_names' },
      urls: 'outcomes',
    },
    tag_ids: { from: 'appointmenttypetags', label: 'name', shown: 'tag_names' },
  },
  model: 'clinic.appointmenttype',
  audit: 'appointment_type',
  strands: true,
})
