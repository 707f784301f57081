import type { Viewer } from './identity.ts'
import type { Permission } from './permissions.ts'

/**
 * Who may open a screen. `signedIn`: anybody who is; a permission: staff who hold it, as with the
 * API's `admin` calls.
 */
export type ScreenAccess = 'signedIn' | Permission

/**
 * The screens that are not for everybody, by the start of their path (specification, section 2). The
 * server asks it before a page is made, menus ask it for what they offer; the calls behind a screen
 * name the same permissions in the contract.
 */
const screens: readonly { path: string; access: ScreenAccess }[] = [
  { path: '/user/profile', access: 'signedIn' },
  { path: '/admin/audit', access: 'admin.view_logentry' },
]

/** What a path needs; null when it is open to all. */
export function accessOf(path: string): ScreenAccess | null {
  const plain = path.replace(/\/+$/, '')
  const found = screens.find(
    (screen) => plain === screen.path || plain.startsWith(`${screen.path}/`),
  )
  return found?.access ?? null
}

/** Whether somebody may open a path. */
export function mayOpen(viewer: Viewer | null, path: string): boolean {
  const access = accessOf(path)
  if (access === null) return true
  if (viewer === null) return false
  return access === 'signedIn' || (viewer.is_staff && viewer.permissions.includes(access))
}
