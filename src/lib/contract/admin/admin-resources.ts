import { vaccinationRecords } from '../records/vaccinations.ts'
import type { AnyAdminResource } from './admin-resource.ts'
import { adviceCategories } from './advice-categories.ts'
import { allergyRecords } from './allergies.ts'
import { appointmentCategories } from './appointment-categories.ts'
import { appointmentOutcomes } from './appointment-outcomes.ts'
import { appointmentTypeTags } from './appointment-type-tags.ts'
import { appointmentTypes } from './appointment-types.ts'
import { appointmentRecords, cancelledAppointments } from './appointments.ts'
import { competencies } from './competencies.ts'
import { correctionRequestRecords } from './correction-requests.ts'
import { eforms } from './eforms.ts'
import { gpSurgeryRecords } from './gp-surgeries.ts'
import { groups } from './groups.ts'
import { messageTemplates } from './message-templates.ts'
import { messageRecords } from './messages.ts'
import { rooms } from './rooms.ts'
import { sites } from './sites.ts'
import { staff } from './staff.ts'
import { staffCompetencies } from './staff-competencies.ts'
import { users } from './users.ts'
import { vaccineProducts } from './vaccine-products.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'
import { webhookRecords } from './webhooks.ts'

export const adminResources = [
  users,
  sites,
  rooms,
  staff,
  groups,
  gpSurgeryRecords,
  competencies,
  staffCompetencies,
  appointmentTypes,
  eforms,
  appointmentCategories,
  appointmentTypeTags,
  appointmentOutcomes,
  messageTemplates,
  allergyRecords,
  adviceCategories,
  vaccineProducts,
  webhookRecords,
] as const satisfies readonly AnyAdminResource[]

export const adminLists = [
  appointmentRecords,
  cancelledAppointments,
  correctionRequestRecords,
  messageRecords,
  vaccinationRecords,
  webhookDeliveries,
] as const satisfies readonly AnyAdminResource[]
