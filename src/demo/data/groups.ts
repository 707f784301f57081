import { type Permission, permissions } from '#lib/contract/permissions.ts'
import type { Executor } from '#server/database/connection.ts'
import { lookUp } from './look-up.ts'

type Models = readonly string[]

const all = (actions: readonly string[], models: Models) =>
  models.flatMap((model) => actions.map((action) => `clinic.${action}_${model}` as Permission))

const CATALOGUE = [
  'appointmentcategory',
  'appointmentoutcome',
  'appointmenttype',
  'appointmenttypetag',
  'competency',
  'gpsurgery',
  'room',
  'site',
  'staff',
  'vaccineproduct',
  'advicecategory',
  'allergy',
]
const RECORDS = ['outcome', 'suppliedtreatment', 'treatment', 'patientadvice', 'vaccinationhistory']

const GROUPS: Record<string, readonly Permission[]> = {
  Administrators: permissions,
  Clinicians: [
    ...all(['view'], [...CATALOGUE, 'staffcompetency']),
    ...all(['add', 'change', 'delete', 'view'], ['availability', ...RECORDS]),
    ...all(['add', 'change', 'delete', 'view'], ['appointment']),
    ...all(['view', 'change'], ['user']),
    'clinic.view_release_notes',
    'clinic.export_patientrecord',
    'clinic.view_hidden_appointment_types',
    'clinic.view_other_appointments',
    'clinic.override_appointment_duration',
    'eforms.add_clinicianform',
    'eforms.change_clinicianform',
    'eforms.view_clinicianform',
    'eforms.view_eform',
    'eforms.view_savedform',
    'eforms.view_submittedform',
    'eforms.view_other_forms',
  ],
  Reception: [
    ...all(['view'], [...CATALOGUE, 'staffcompetency']),
    // These concern clinicians whose PIN the group is given.
    ...all(['add', 'change', 'delete', 'view'], ['availability']),
    ...all(['add', 'change', 'delete', 'view'], ['appointment']),
    ...all(['add', 'change', 'view'], ['user']),
    ...all(['add', 'change'], ['gpsurgery']),
    'clinic.create_user',
    'clinic.select_room',
    'clinic.select_user',
    'clinic.view_message',
    'clinic.resend_message',
    'clinic.view_waiting_list',
    'clinic.change_waiting_list',
    'clinic.view_other_appointments',
    'clinic.view_release_notes',
    'clinic.can_manage_duplicate_guest_users',
    'eforms.add_savedform',
    'eforms.change_savedform',
    'eforms.view_savedform',
    'eforms.add_submittedform',
    'eforms.view_submittedform',
    'eforms.view_other_forms',
  ],
  Patients: [
    'clinic.view_patientadvice',
    'clinic.view_vaccinationhistory',
    'clinic.view_allergy',
    'eforms.add_savedform',
    'eforms.change_savedform',
    'eforms.view_savedform',
    'eforms.add_submittedform',
    'eforms.view_submittedform',
  ],
}

export async function insertGroups(executor: Executor, modified: Date): Promise<void> {
  const known = await executor.selectFrom('permission').select(['id', 'name']).execute()
  const idByName = new Map(known.map(({ id, name }) => [name, id]))
  const groups = await executor
    .insertInto('permission_group')
    .values(Object.keys(GROUPS).map((name) => ({ name, modified })))
    .returning(['id', 'name'])
    .execute()
  await executor
    .insertInto('permission_group_permission')
    .values(
      groups.flatMap(({ id, name }) =>
        (GROUPS[name] ?? []).map((permission) => ({
          permission_group_id: id,
          permission_id: lookUp(idByName, permission),
        })),
      ),
    )
    .execute()
  const groupByName = new Map(groups.map(({ id, name }) => [name, id]))
  const people = await executor
    .selectFrom('person')
    .leftJoin('staff', 'staff.person_id', 'person.id')
    .select(['person.id', 'person.is_superuser', 'person.is_staff', 'staff.id as staff_id'])
    .where('person.is_guest', '=', false)
    .execute()
  if (people.length === 0) return
  await executor
    .insertInto('person_permission_group')
    .values(
      people.map((person) => ({
        person_id: person.id,
        permission_group_id: lookUp(groupByName, chooseGroupName(person)),
      })),
    )
    .execute()
}

function chooseGroupName(person: {
  is_superuser: boolean
  is_staff: boolean
  staff_id: number | null
}): string {
  if (person.is_superuser) return 'Administrators'
  if (person.staff_id !== null) return 'Clinicians'
  return person.is_staff ? 'Reception' : 'Patients'
}
