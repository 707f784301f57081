import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import type { Handlers } from '../http/implement.ts'
import { messageStore } from '../messages/message-store.ts'
import { correctionRequestStore } from '../people/corrections/correction-store.ts'
import { vaccinationStore } from '../records/vaccinations/vaccination-store.ts'
import { deliveryStore } from '../webhooks/delivery-store.ts'
import { webhookStore } from '../webhooks/webhook-store.ts'
import { adminRoutes } from './admin-routes.ts'
import { appointmentOutcomeStore } from './appointment-outcome-store.ts'
import { appointmentStore, cancelledAppointmentStore } from './appointment-stores.ts'
import { appointmentTypeStore } from './appointment-type-store.ts'
import { categoryStore } from './category-store.ts'
import { eformStore } from './eform-store.ts'
import { groupStore } from './group-store.ts'
import { messageTemplateStore } from './message-template-store.ts'
import { moveCategory } from './move-category.ts'
import { roomStore, siteStore } from './place-stores.ts'
import { withSlug } from './slugs.ts'
import { staffCompetencyStore } from './staff-competency-store.ts'
import { staffStore } from './staff-store.ts'
import type { StoreParts } from './store.ts'
import { storeOf } from './store-of.ts'
import { userStore } from './user-store.ts'

const special: Partial<Record<AnyAdminResource['path'], StoreParts>> = {
  appointments: appointmentStore,
  'cancelled-appointments': cancelledAppointmentStore,
  appointmentoutcomes: appointmentOutcomeStore,
  correctionrequests: correctionRequestStore,
  appointmenttypes: appointmentTypeStore,
  messagetemplates: messageTemplateStore,
  appointmentcategories: categoryStore,
  appointmenttypetags: { write: { prepare: withSlug('appointment_type_tag') } },
  groups: groupStore,
  eforms: eformStore,
  messages: messageStore,
  rooms: roomStore,
  sites: siteStore,
  staff: staffStore,
  staffcompetencies: staffCompetencyStore,
  users: userStore,
  vaccinationhistories: vaccinationStore,
  webhookdeliveries: deliveryStore,
  webhooks: webhookStore,
}

const more = {
  'POST admin/appointmentcategories/{id}/move/': async ({ params, body }, call) =>
    categoryStore.read.present(
      await moveCategory(call, params.id, body),
      call,
    ) as AppointmentCategory,
} satisfies Handlers

export const administrationRoutes: Handlers = Object.assign(
  {},
  ...[...adminLists, ...adminResources].map((of) => adminRoutes(of, storeOf(of, special[of.path]))),
  more,
)
