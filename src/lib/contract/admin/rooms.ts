import { z } from 'zod'
import { booleanText, id, idText, line, orNone, slug, url, version } from '../fields.ts'
import { adminResource } from './admin-resource.ts'
import { deleting, stated } from './bulk.ts'

const Room = z.object({
  id,
  url,
  version,
  name: line(100),
  slug,
  site_id: id,
  site_name: z.string(),
  title: z.string(),
  is_active: z.boolean(),
})

export const rooms = adminResource({
  name: 'room',
  many: 'rooms',
  screen: 'rooms',
  path: 'rooms',
  entity: Room,
  write: z.strictObject({
    name: line(100).min(1, 'Enter a name'),
    site_id: id,
    slug: orNone(slug).default(''),
    /** A room out of use keeps its past appointments and takes no new ones. */
    is_active: z.boolean().default(true),
  }),
  labels: {
    name: 'Name',
    slug: 'Web address name',
    site_id: 'Site',
    site_name: 'Site',
    is_active: 'In use',
  },
  namedBy: 'title',
  searchable: ['name', 'site_name'],
  orderable: ['name', 'site_name'],
  defaultOrder: 'site_name',
  filters: { site_id: idText.optional(), is_active: booleanText.optional() },
  references: { site_id: { from: 'sites', label: 'name', shown: 'site_name' } },
  model: 'clinic.room',
  audit: 'room',
  canOrphan: true,
  bulk: {
    open: stated('is_active', ['Put into use', 'put into use'], true),
    close: stated('is_active', ['Take out of use', 'taken out of use'], false),
    ...deleting,
  },
})
