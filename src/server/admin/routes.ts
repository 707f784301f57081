import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { Handlers } from '../http/implement.ts'
import { adminRoutes } from './admin-routes.ts'
import { appointmentOutcomeStore } from './appointment-outcome-store.ts'
import { appointmentStore, cancelledAppointmentStore } from './appointment-stores.ts'
import { appointmentTypeStore } from './appointment-type-store.ts'
import { roomStore, siteStore } from './place-stores.ts'
import { withSlug } from './slugs.ts'
import { staffCompetencyStore } from './staff-competency-store.ts'
import { staffStore } from './staff-store.ts'
import { type Store, storeOf } from './store.ts'

/** What is special about where some resources' records lie. */
const special: Partial<Record<AnyAdminResource['path'], Partial<Store>>> = {
  appointments: appointmentStore,
  'cancelled-appointments': cancelledAppointmentStore,
  appointmentoutcomes: appointmentOutcomeStore,
  appointmenttypes: appointmentTypeStore,
  appointmenttypetags: { prepare: withSlug('appointment_type_tag') },
  rooms: roomStore,
  sites: siteStore,
  staff: staffStore,
  staffcompetencies: staffCompetencyStore,
}

/** The calls of the administration area, made from the definitions of its resources. */
export const administrationRoutes: Handlers = Object.assign(
  {},
  ...[...adminLists, ...adminResources].map((of) => adminRoutes(of, storeOf(of, special[of.path]))),
)
