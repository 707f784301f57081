import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { users } from '#lib/contract/admin/users.ts'
import { type LikelyDuplicate, UserCreate } from '#lib/contract/users.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { reminderChoices } from '#lib/messages/message-labels.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { genderLabels } from '../../../people/account/genders.ts'
import { formatLikeness, formatPatient } from '../../../people/patient-choice/format-patient.ts'
import type { AdminScreen } from '../admin-screen.ts'
import { addressFormFields } from './address-fields.ts'
import { instantCell } from './instant-cell.ts'

const yesOrNo = (yes: string, no: string) => [
  { value: '', label: 'All' },
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

const name = ({ title, full_name, is_deceased, is_active }: AdminRecord) => (
  <>
    {[title, full_name].filter(Boolean).join(' ')}{' '}
    {is_deceased === true && <span className="tag tag-danger ml-1">Has died</span>}{' '}
    {is_active !== true && <span className="tag tag-warn ml-1">Not active</span>}
  </>
)

const record = ({ id, full_name }: AdminRecord) => (
  <a className="cell-link" href={`/clinic/record-details?patient_id=${id}`}>
    Open<span className="visually-hidden"> the record of {String(full_name)}</span>
  </a>
)

const genders = [-1, 2, 1, 9, 0]

const identifying = Object.keys(UserCreate.shape)

export const userScreen: AdminScreen = {
  of: users,
  lead: 'Everyone on file: patients, with or without an account, and staff.',
  columns: [
    { field: 'full_name', width: 15, cell: name },
    {
      field: 'dob',
      width: 12,
      cell: ({ dob }) => (typeof dob === 'string' ? formatCalendarDate(dob) : ''),
    },
    {
      field: 'nhs_number',
      width: 9.5,
      cell: ({ nhs_number }) => spacedNhsNumber(String(nhs_number)),
    },
    { field: 'record', width: 7, cell: record },
    { field: 'mobile', width: 12 },
    { field: 'email', width: 16 },
    { field: 'postcode', width: 7 },
    { field: 'gp_surgery_name', width: 13, hiddenAtFirst: true },
    { field: 'city', width: 10, hiddenAtFirst: true },
    { field: 'username', width: 10, hiddenAtFirst: true },
    { field: 'is_portal_user', width: 8, hiddenAtFirst: true },
    { field: 'is_staff', width: 7, hiddenAtFirst: true },
    {
      field: 'last_login',
      width: 14,
      hiddenAtFirst: true,
      cell: (record, clinic) =>
        record['last_login'] === null ? 'Never' : instantCell('last_login')(record, clinic),
    },
    { field: 'created', width: 14, hiddenAtFirst: true, cell: instantCell('created') },
  ],
  sections: [
    {
      title: 'Name and contact',
      fields: [
        { field: 'title', kind: 'text', width: 'max-w-32' },
        { field: 'first_name', kind: 'text' },
        { field: 'last_name', kind: 'text' },
        { field: 'dob', kind: 'date', earliest: '1900-01-01' },
        {
          field: 'gender',
          kind: 'select',
          choices: genders.map((code) => ({ value: code, label: genderLabels(code) })),
        },
        { field: 'mobile', kind: 'tel', width: 'max-w-80' },
        { field: 'landline', kind: 'tel', width: 'max-w-80' },
        { field: 'email', kind: 'email' },
        {
          field: 'reminders',
          kind: 'select',
          choices: reminderChoices,
        },
      ],
    },
    { title: 'Address', lookup: 'address', fields: addressFormFields },
    {
      title: 'Health record',
      fields: [
        {
          field: 'nhs_number',
          kind: 'text',
          hint: '10 digits, like 943 476 5919',
          width: 'max-w-60',
        },
        { field: 'gp_surgery_id', kind: 'reference' },
        { field: 'allergy_ids', kind: 'references' },
        {
          field: 'is_deceased',
          kind: 'checkbox',
          hint: 'You can no longer book for them. You choose what to do with each of their future appointments.',
        },
      ],
    },
    {
      title: 'Account',
      fields: [
        {
          field: 'is_active',
          kind: 'checkbox',
          hint: 'If not ticked, they cannot sign in and you cannot book for them. For a clinician with appointments, close the staff record first.',
        },
        { field: 'is_portal_user', kind: 'checkbox' },
        { field: 'username', kind: 'text', width: 'max-w-80' },
      ],
    },
    {
      title: 'What they may do',
      only: 'clinic.user_admin',
      fields: [
        {
          field: 'is_staff',
          kind: 'checkbox',
          hint: 'Staff access. If not ticked, groups and permissions have no effect.',
        },
        { field: 'group_ids', kind: 'references' },
        {
          field: 'user_permission_ids',
          kind: 'permissionIds',
          hint: 'Permissions in addition to those from their groups. You can only grant permissions you have. You can remove any.',
        },
      ],
    },
    {
      title: 'Superuser',
      only: 'superuser',
      fields: [
        {
          field: 'is_superuser',
          kind: 'checkbox',
          hint: 'Can do everything, whatever their groups.',
        },
      ],
    },
  ],
  filters: [
    { name: 'is_active', label: 'Active', choices: yesOrNo('Active', 'Not active') },
    { name: 'is_deceased', label: 'Living or died', choices: yesOrNo('Have died', 'Living') },
    { name: 'is_staff', label: 'Work here', choices: yesOrNo('Work here', 'Do not work here') },
    { name: 'is_portal_user', label: 'Portal account', choices: yesOrNo('With one', 'Without') },
    {
      kind: 'reference',
      name: 'group_id',
      label: 'Group',
      from: { from: 'groups', label: 'name' },
      only: 'auth.view_group',
    },
    {
      kind: 'reference',
      name: 'gp_surgery_id',
      label: 'GP surgery',
      only: 'clinic.view_gpsurgery',
    },
  ],
  recordTools: [
    {
      name: 'appointments',
      label: 'Appointments',
      only: 'clinic.view_appointment',
      inRow: true,
      load: async () =>
        (await import('../../../people/administration/PersonAppointments.tsx')).PersonAppointments,
    },
    {
      name: 'permissions',
      label: 'What they may do',
      only: 'clinic.user_admin',
      load: async () =>
        (await import('../../../people/administration/PermissionsSection.tsx')).PermissionsSection,
    },
    {
      name: 'staff',
      label: 'Staff record',
      only: 'clinic.view_staff',
      isFor: ({ staff_id }) => staff_id !== null,
      href: ({ full_name }) => `/admin/staff?${new URLSearchParams({ search: String(full_name) })}`,
    },
    {
      name: 'trail',
      label: 'Audit trail',
      only: 'admin.view_logentry',
      href: ({ id }) => `/admin/audit?patient_id=${id}`,
    },
  ],
  similar: {
    find: async (api, written) => {
      const body = Object.fromEntries(identifying.map((field) => [field, written[field]]))
      const found = await api.call('POST admin/check-duplicate-user/', { body: body as never })
      return found.duplicates as unknown as AdminRecord[]
    },
    formatMatch: (record) => formatPatient(record as unknown as LikelyDuplicate),
    why: (record) => formatLikeness(record as unknown as LikelyDuplicate),
  },
}
