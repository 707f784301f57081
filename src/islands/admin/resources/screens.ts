import { adviceCategories } from '#lib/contract/admin/advice-categories.ts'
import { allergyRecords } from '#lib/contract/admin/allergies.ts'
import { appointmentTypeTags } from '#lib/contract/admin/appointment-type-tags.ts'
import { competencies } from '#lib/contract/admin/competencies.ts'
import { gpSurgeryRecords } from '#lib/contract/admin/gp-surgeries.ts'
import type { AdminScreen } from './admin-screen.ts'
import { addressFormFields, reachedBy, SLUG_HINT } from './screens/address-fields.ts'
import { appointmentCategoryScreen } from './screens/appointment-categories.tsx'
import { appointmentOutcomeScreen } from './screens/appointment-outcomes.ts'
import { appointmentTypeScreen } from './screens/appointment-types.ts'
import { appointmentScreen, cancelledAppointmentScreen } from './screens/appointments.tsx'
import { correctionRequestScreen } from './screens/correction-requests.tsx'
import { eformScreen } from './screens/eforms.ts'
import { groupScreen } from './screens/groups.tsx'
import { instantCell } from './screens/instant-cell.ts'
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

const gpSurgeryScreen: AdminScreen = {
  of: gpSurgeryRecords,
  lead: 'GP surgeries that patients can choose as their own.',
  columns: [
    { field: 'name', width: 18 },
    { field: 'address1', width: 14 },
    { field: 'city', width: 10 },
    { field: 'postcode', width: 8 },
    { field: 'telephone', width: 11 },
    { field: 'email', width: 16, hiddenAtFirst: true },
  ],
  sections: [
    { fields: [{ field: 'name', kind: 'text' }] },
    { title: 'Address', fields: addressFormFields },
    { title: 'Contact details', fields: reachedBy },
  ],
  filters: [],
}

const appointmentTypeTagScreen: AdminScreen = {
  of: appointmentTypeTags,
  lead: 'Short labels that help visitors find related appointment types.',
  columns: [
    { field: 'name', width: 18 },
    { field: 'slug', width: 18 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'slug', kind: 'text', hint: SLUG_HINT },
      ],
    },
  ],
  filters: [],
}

const allergyScreen: AdminScreen = {
  of: allergyRecords,
  lead: 'Allergies that patients can choose.',
  columns: [
    { field: 'name', width: 16 },
    { field: 'description', width: 34 },
  ],
  sections: [
    {
      fields: [
        { field: 'name', kind: 'text' },
        { field: 'description', kind: 'paragraph' },
      ],
    },
  ],
  filters: [],
}

const adviceCategoryScreen: AdminScreen = {
  of: adviceCategories,
  lead: 'Headings for grouping advice to patients.',
  columns: [
    { field: 'name', width: 24 },
    { field: 'modified', width: 16, cell: instantCell('modified') },
    { field: 'created', width: 16, cell: instantCell('created'), hiddenAtFirst: true },
  ],
  sections: [{ fields: [{ field: 'name', kind: 'text' }] }],
  filters: [],
}

export const competencyScreen: AdminScreen = {
  of: competencies,
  lead: 'Training and skills that clinicians need for an appointment. Each appointment type lists the ones it needs.',
  columns: [{ field: 'name', width: 30 }],
  sections: [{ fields: [{ field: 'name', kind: 'text' }] }],
  filters: [],
}

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
