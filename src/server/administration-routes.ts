import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import type { AppointmentCategory } from '#lib/contract/admin/appointment-categories.ts'
import { createStore } from './admin/create-store.ts'
import { adminRoutes } from './admin/routes.ts'
import { withSlug } from './admin/slugs.ts'
import type { StoreParts } from './admin/store.ts'
import { appointmentStore, cancelledAppointmentStore } from './appointments/appointment-stores.ts'
import { appointmentTypeStore } from './catalogue/appointment-type-store.ts'
import { categoryStore, moveCategory } from './catalogue/category-store.ts'
import { roomStore, siteStore } from './catalogue/place-stores.ts'
import { eformStore } from './forms/build/eform-store.ts'
import type { Handlers } from './http/implement.ts'
import { messageStore } from './messages/message-store.ts'
import { messageTemplateStore } from './messages/message-template-store.ts'
import { appointmentOutcomeStore } from './outcomes/appointment-outcome-store.ts'
import { correctionRequestStore } from './people/corrections/correction-store.ts'
import { groupStore } from './people/group-store.ts'
import { staffCompetencyStore } from './people/staff-competency-store.ts'
import { staffStore } from './people/staff-store.ts'
import { userStore } from './people/user-store.ts'
import { vaccinationStore } from './vaccinations/vaccination-store.ts'
import { deliveryStore } from './webhooks/delivery-store.ts'
import { webhookStore } from './webhooks/webhook-store.ts'

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
  ...[...adminLists, ...adminResources].map((of) =>
    adminRoutes(of, createStore(of, special[of.path])),
  ),
  more,
)
