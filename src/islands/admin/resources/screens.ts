import type { AdminScreen } from './admin-screen.ts'
import { adviceCategoryScreen } from './screens/advice-categories.ts'
import { allergyScreen } from './screens/allergies.ts'
import { appointmentCategoryScreen } from './screens/appointment-categories.tsx'
import { appointmentOutcomeScreen } from './screens/appointment-outcomes.ts'
import { appointmentTypeTagScreen } from './screens/appointment-type-tags.ts'
import { appointmentTypeScreen } from './screens/appointment-types.ts'
import { appointmentScreen, cancelledAppointmentScreen } from './screens/appointments.tsx'
import { competencyScreen } from './screens/competencies.ts'
import { correctionRequestScreen } from './screens/correction-requests.tsx'
import { eformScreen } from './screens/eforms.ts'
import { gpSurgeryScreen } from './screens/gp-surgeries.ts'
import { groupScreen } from './screens/groups.tsx'
import { messageTemplateScreen } from './screens/message-templates.ts'
import { messageScreen } from './screens/messages.tsx'
import { roomScreen } from './screens/rooms.ts'
import { siteScreen } from './screens/sites.ts'
import { staffScreen } from './screens/staff.ts'
import { staffCompetencyScreen } from './screens/staff-competencies.ts'
import { userScreen } from './screens/users.tsx'
import { vaccinationRecordScreen } from './screens/vaccination-records.tsx'
import { vaccineProductScreen } from './screens/vaccine-products.ts'
import { webhookDeliveryScreen } from './screens/webhook-deliveries.tsx'
import { webhookScreen } from './screens/webhooks.tsx'

export const adminScreens: readonly AdminScreen[] = [
  userScreen,
  correctionRequestScreen,
  appointmentScreen,
  cancelledAppointmentScreen,
  siteScreen,
  roomScreen,
  staffScreen,
  groupScreen,
  gpSurgeryScreen,
  competencyScreen,
  staffCompetencyScreen,
  appointmentTypeScreen,
  eformScreen,
  appointmentCategoryScreen,
  appointmentTypeTagScreen,
  appointmentOutcomeScreen,
  messageTemplateScreen,
  allergyScreen,
  adviceCategoryScreen,
  messageScreen,
  vaccineProductScreen,
  vaccinationRecordScreen,
  webhookScreen,
  webhookDeliveryScreen,
]

export const screenNamed = (name: string | undefined): AdminScreen | undefined =>
  adminScreens.find(({ of }) => of.screen === name)
