import { DOWNLOADS_PEOPLE, type Permission } from './permissions.ts'

type Parts<P extends string> = P extends `${infer App}.${infer Action}_${infer Object}`
  ? { app: App; action: Action; object: Object }
  : never
type App = Parts<Permission>['app']
type Action = Parts<Permission>['action']
type PermissionObject = Parts<Permission>['object']

const APPS: Record<App, string> = {
  clinic: 'Clinic',
  eforms: 'Forms',
  account: 'Accounts',
  admin: 'Administration',
  auth: 'Groups and permissions',
  sessions: 'Sessions',
  sites: 'Web sites',
}
const IGNORED_APPS: readonly App[] = ['account', 'admin', 'sessions', 'sites']

const ACTIONS: Record<Action, string> = {
  view: 'View',
  add: 'Add',
  change: 'Change',
  delete: 'Delete',
  create: 'Create',
  edit: 'Edit',
  select: 'Select',
  override: 'Override',
  export: 'Export',
  resend: 'Resend',
  can: 'Manage',
  user: 'Administer',
}

const OBJECTS: Record<PermissionObject, string> = {
  appointment: 'appointments',
  appointmentcategory: 'appointment categories',
  appointmentoutcome: 'appointment outcomes',
  appointmenttype: 'appointment types',
  appointmenttypetag: 'appointment type tags',
  availability: 'availability',
  competency: 'competencies',
  staffcompetency: 'staff competencies',
  gpsurgery: 'GP surgeries',
  messagetemplate: 'message templates',
  outcome: 'outcomes',
  room: 'rooms',
  site: 'sites',
  staff: 'staff',
  suppliedtreatment: 'supplied treatments',
  treatment: 'treatments',
  user: 'users',
  advicecategory: 'advice categories',
  patientadvice: 'patient advice',
  vaccineproduct: 'vaccine products',
  vaccinationhistory: 'vaccination histories',
  allergy: 'allergies',
  webhook: 'webhooks',
  other_availability: 'availability of others',
  appointment_types: 'which appointment types can be booked',
  appointment_duration: 'how long appointments take',
  hidden_appointment_types: 'hidden appointment types',
  hidden_sites: 'hidden sites',
  hidden_appointment_categories: 'hidden appointment categories',
  message: 'messages',
  other_appointments: 'appointments of others',
  release_notes: 'release notes',
  patientrecord: 'patient records',
  manage_duplicates: 'duplicate patients',
  manage_duplicate_guest_users: 'duplicate guests',
  admin: 'user access',
  clinicianform: 'clinician forms',
  eform: 'forms',
  savedform: 'saved forms',
  submittedform: 'submitted forms',
  other_forms: 'forms of others',
  emailaddress: 'email addresses',
  emailconfirmation: 'email confirmations',
  logentry: 'the audit trail',
  group: 'groups',
  permission: 'permissions',
  session: 'sessions',
  waiting_list: 'the waiting list',
}

function splitPermission(name: Permission): Parts<Permission> {
  const [app = '', codename = ''] = name.split('.')
  const [action = '', ...object] = codename.split('_')
  return { app, action, object: object.join('_') } as Parts<Permission>
}

export function permissionLabels(name: Permission): string {
  const { action, object } = splitPermission(name)
  return `${ACTIONS[action]} ${OBJECTS[object]}`
}

/** Lists that people with the permission to change may download. */
const DOWNLOADS_LIST: ReadonlySet<Permission> = new Set([
  'auth.change_group',
  'clinic.change_advicecategory',
  'clinic.change_allergy',
  'clinic.change_appointmentcategory',
  'clinic.change_appointmentoutcome',
  'clinic.change_appointmenttype',
  'clinic.change_appointmenttypetag',
  'clinic.change_competency',
  'clinic.change_gpsurgery',
  'clinic.change_messagetemplate',
  'clinic.change_room',
  'clinic.change_site',
  'clinic.change_staff',
  'clinic.change_staffcompetency',
  'clinic.change_vaccineproduct',
  'clinic.change_webhook',
  'eforms.change_eform',
] as const)

export function permissionHint(name: Permission): string | null {
  if (name === DOWNLOADS_PEOPLE) {
    return 'People can also download users, appointments, reports and the audit trail, if they can view them.'
  }
  if (name === 'clinic.export_patientrecord') {
    return 'People can download a whole record as HL7 FHIR, if they can view all of it.'
  }
  return DOWNLOADS_LIST.has(name) ? 'People can also download the list, if they can view it.' : null
}

/** Permissions of other apps, and those about permissions, are given by other means. */
export function isForChoosing(name: Permission): boolean {
  const { app, object } = splitPermission(name)
  return !IGNORED_APPS.includes(app) && object !== 'permission'
}

type PermissionGroup<P> = {
  app: App
  text: string
  actions: { action: Action; text: string; permissions: P[] }[]
}

export function groupPermissions<P extends { name: Permission }>(
  permissions: readonly P[],
): PermissionGroup<P>[] {
  const offered = permissions
    .filter(({ name }) => isForChoosing(name))
    .map((permission) => ({ permission, ...splitPermission(permission.name) }))
  return typedKeys(APPS).flatMap((app) => {
    const ofApp = offered.filter((one) => one.app === app)
    if (ofApp.length === 0) return []
    const actions = typedKeys(ACTIONS).flatMap((action) => {
      const found = ofApp.filter((one) => one.action === action)
      if (found.length === 0) return []
      return [
        { action, text: ACTIONS[action], permissions: found.map(({ permission }) => permission) },
      ]
    })
    return [{ app, text: APPS[app], actions }]
  })
}

const typedKeys = <K extends string>(table: Record<K, string>) => Object.keys(table) as K[]
