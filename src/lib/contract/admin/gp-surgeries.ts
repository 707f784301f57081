import { z } from 'zod'
import { id, line, url, version } from '../fields.ts'
import { addressFields, addressLabels, addressWrite } from './address.ts'
import { adminResource } from './admin-resource.ts'
import { deleting } from './bulk.ts'

const GpSurgery = z.object({ id, url, version, name: line(200), ...addressFields })

export const gpSurgeryRecords = adminResource({
  name: 'GP surgery',
  many: 'GP surgeries',
  screen: 'surgeries',
  path: 'gpsurgeries',
  entity: GpSurgery,
  write: z.strictObject({ name: line(200).min(1, 'Enter a name'), ...addressWrite }),
  labels: { name: 'Name', ...addressLabels },
  namedBy: 'name',
  searchable: ['name', 'address1', 'city', 'postcode', 'telephone', 'email'],
  orderable: ['name', 'city', 'postcode'],
  defaultOrder: 'name',
  filters: {},
  references: {},
  model: 'clinic.gpsurgery',
  audit: 'gp_surgery',
  bulk: deleting,
  imports: { key: 'name', named: ['name'] },
})
