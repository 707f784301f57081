import { permissionTo } from '../contract/admin/admin-resource.ts'
import { adminLists, adminResources } from '../contract/admin/admin-resources.ts'
import type { Viewer } from '../contract/identity.ts'
import type { Permission } from '../contract/permissions.ts'
import { holds } from './policy.ts'

type ScreenAccess = 'signedIn' | Permission

/**
 * They match by the start of their path. The server asks before it makes a page, and menus ask what
 * to offer; calls name the same permissions in the contract.
 */
const screens: readonly Screen[] = [
  { path: '/user/profile', access: 'signedIn', menu: 'account', text: 'Your details' },
  { path: '/user/appointments', access: 'signedIn', menu: 'account', text: 'Your appointments' },
  {
    path: '/user/record-details',
    access: 'signedIn',
    menu: 'account',
    text: 'Your health record',
  },
  {
    path: '/dashboard',
    access: 'clinic.view_appointment',
    menu: 'clinic',
    text: 'Dashboard',
  },
  {
    path: '/clinic/schedule/staff',
    access: 'clinic.view_appointment',
    menu: 'clinic',
    text: 'Schedule by clinician',
  },
  {
    path: '/clinic/schedule/room',
    access: 'clinic.view_appointment',
    menu: 'clinic',
    text: 'Schedule by room',
  },
  {
    path: '/clinic/need-attention',
    access: 'clinic.view_appointment',
    menu: 'clinic',
    text: 'Need attention',
  },
  {
    path: '/clinic/waiting-list',
    access: 'clinic.view_waiting_list',
    menu: 'clinic',
    text: 'Waiting list',
  },
  { path: '/clinic/record-details', access: 'clinic.view_appointment' },
  { path: '/user/forms', access: 'signedIn' },
  { path: '/clinic/appointments', access: 'clinic.view_outcome' },
  {
    path: '/clinic/forms',
    access: 'eforms.view_submittedform',
    or: 'eforms.view_clinicianform',
  },
  { path: '/clinic/your-schedule', access: 'clinic.view_appointment' },
  { path: '/clinic/your-availability', access: 'clinic.view_appointment' },
  {
    path: '/clinic/temporary-reporting',
    access: 'clinic.view_appointment',
    menu: 'clinic',
    text: 'Reports',
  },
  {
    path: '/clinic/availability',
    access: 'clinic.view_availability',
    menu: 'clinic',
    text: 'Availability',
  },
  {
    path: '/clinic/appointment-planner',
    access: 'clinic.view_appointment',
    menu: 'clinic',
    text: 'Appointment planner',
  },
  {
    path: '/admin/duplicate-users',
    access: 'clinic.can_manage_duplicates',
    or: 'clinic.can_manage_duplicate_guest_users',
    menu: 'admin',
    text: 'Duplicate people',
  },
  {
    path: '/admin/release-notes',
    access: 'clinic.view_release_notes',
    menu: 'admin',
    text: 'Release notes',
  },
  { path: '/admin/audit', access: 'admin.view_logentry', menu: 'clinic', text: 'Audit trail' },
  ...[...adminLists, ...adminResources].map(
    (of): Screen => ({
      path: `/admin/${of.screen}`,
      access: permissionTo('view', of),
      menu: 'admin',
      text: of.many.charAt(0).toUpperCase() + of.many.slice(1),
    }),
  ),
]

type Screen = { path: string; access: ScreenAccess; or?: Permission } & (
  | { menu: Menu; text: string }
  | { menu?: never }
)

type Menu = 'account' | 'clinic' | 'admin'

export function menuFor(viewer: Viewer | null, menu: Menu): { href: string; text: string }[] {
  return screens.flatMap((screen) =>
    screen.menu === menu && mayOpen(viewer, screen.path)
      ? [{ href: screen.path, text: screen.text }]
      : [],
  )
}

const adminSections = [
  {
    heading: 'People',
    screens: ['users', 'correction-requests', 'duplicate-users', 'groups', 'staff'],
  },
  { heading: 'Competencies', screens: ['competencies', 'staff-competencies'] },
  { heading: 'Appointments', screens: ['appointments', 'cancelled-appointments'] },
  {
    heading: 'What can be booked',
    screens: ['appointment-types', 'appointment-categories', 'appointment-type-tags'],
  },
  { heading: 'Forms and outcomes', screens: ['eforms', 'appointment-outcomes'] },
  { heading: 'Messages', screens: ['messages', 'message-templates'] },
  { heading: 'Other systems', screens: ['webhooks', 'webhook-deliveries'] },
  { heading: 'Places', screens: ['sites', 'rooms', 'surgeries'] },
  {
    heading: 'Health lists',
    screens: ['vaccination-histories', 'vaccine-product', 'advice-category', 'allergies'],
  },
  { heading: 'More', screens: [] },
]

export type MenuSection = { heading: string; links: { href: string; text: string }[] }

export function adminMenuFor(viewer: Viewer | null): MenuSection[] {
  const links = menuFor(viewer, 'admin')
  const positions = new Map(
    adminSections.flatMap(({ heading, screens: names }) =>
      names.map((name, place) => [`/admin/${name}`, { heading, place }]),
    ),
  )
  const findMenuPosition = ({ href }: { href: string }) => positions.get(href)
  return adminSections
    .map(({ heading }) => ({
      heading,
      links: links
        .filter((link) => (findMenuPosition(link)?.heading ?? 'More') === heading)
        .toSorted(
          (one, other) =>
            (findMenuPosition(one)?.place ?? 0) - (findMenuPosition(other)?.place ?? 0),
        ),
    }))
    .filter((section) => section.links.length > 0)
}

const findScreen = (path: string) => {
  const plain = path.replace(/\/+$/, '')
  return screens.find((screen) => plain === screen.path || plain.startsWith(`${screen.path}/`))
}

export const findScreenAccess = (path: string): ScreenAccess | null =>
  findScreen(path)?.access ?? null

const SESSION_PAGES = new Set(['/login', '/callback', '/logout-success', '/account-menu'])

export const saysWhoIsSignedIn = (path: string): boolean =>
  findScreenAccess(path) !== null || SESSION_PAGES.has(path.replace(/\/+$/, ''))

export function mayOpen(viewer: Viewer | null, path: string): boolean {
  const screen = findScreen(path)
  if (!screen) return true
  if (viewer === null) return false
  const { access, or } = screen
  if (access === 'signedIn') return true
  return viewer.is_staff && (holds(viewer, access) || (or !== undefined && holds(viewer, or)))
}
