import { z } from 'zod'

const ACTIONS = ['add', 'change', 'delete', 'view'] as const

const CLINIC_MODELS = [
  'appointment',
  'appointmentcategory',
  'appointmentoutcome',
  'appointmenttype',
  'appointmenttypetag',
  'availability',
  'competency',
  'staffcompetency',
  'gpsurgery',
  'messagetemplate',
  'outcome',
  'room',
  'site',
  'staff',
  'suppliedtreatment',
  'treatment',
  'user',
  'advicecategory',
  'patientadvice',
  'vaccineproduct',
  'vaccinationhistory',
  'allergy',
  'webhook',
] as const

const CLINIC_EXTRAS = [
  'create_other_availability',
  'edit_other_availability',
  'delete_other_availability',
  'create_user',
  'override_appointment_types',
  'override_appointment_duration',
  'select_room',
  'select_user',
  'user_admin',
  'view_hidden_appointment_types',
  'view_hidden_sites',
  'view_hidden_appointment_categories',
  'view_message',
  'resend_message',
  'view_waiting_list',
  'change_waiting_list',
  'view_other_appointments',
  'view_release_notes',
  'export_patientrecord',
  'can_manage_duplicates',
  'can_manage_duplicate_guest_users',
] as const

const EFORM_MODELS = ['clinicianform', 'eform', 'savedform', 'submittedform'] as const

type Action = (typeof ACTIONS)[number]

export type Permission =
  | `clinic.${Action}_${(typeof CLINIC_MODELS)[number]}`
  | `clinic.${(typeof CLINIC_EXTRAS)[number]}`
  | `eforms.${Action}_${(typeof EFORM_MODELS)[number]}`
  | 'eforms.view_other_forms'
  | `account.${Action}_${'emailaddress' | 'emailconfirmation'}`
  | `admin.${Action}_logentry`
  | `auth.${Action}_${'group' | 'permission'}`
  | `sessions.${Action}_session`
  | `sites.${Action}_site`

/** Such a file is all patients in bulk, so it takes more than seeing them (docs/decisions/0041). */
export const DOWNLOADS_PEOPLE: Permission = 'clinic.user_admin'

const each = (app: string, models: readonly string[]) =>
  models.flatMap((model) => ACTIONS.map((action) => `${app}.${action}_${model}` as Permission))

export const permissions: readonly Permission[] = [
  ...each('clinic', CLINIC_MODELS),
  ...CLINIC_EXTRAS.map((extra) => `clinic.${extra}` as const),
  ...each('eforms', EFORM_MODELS),
  'eforms.view_other_forms',
  ...each('account', ['emailaddress', 'emailconfirmation']),
  ...each('admin', ['logentry']),
  ...each('auth', ['group', 'permission']),
  ...each('sessions', ['session']),
  ...each('sites', ['site']),
]

export const PermissionName = z.enum(permissions)
