import { z } from 'zod'
import { id, idText, instant, pinCode, pinInAddress } from './fields.ts'
import { operation } from './operation.ts'
import { PermissionName } from './permissions.ts'

const Viewer = z.object({
  id,
  uuid: z.uuid(),
  full_name: z.string(),
  /** Includes the permissions of their groups. */
  permissions: z.array(PermissionName),
  is_staff: z.boolean(),
  is_superuser: z.boolean(),
  staff_id: id.nullable(),
  expires_at: instant,
  is_fresh: z.boolean(),
})
export type Viewer = z.infer<typeof Viewer>

const SignedInSession = z.object({
  id,
  is_current: z.boolean(),
  browser: z.string(),
  source: z.string(),
  created: instant,
  last_seen: instant,
  expires_at: instant,
})
export type SignedInSession = z.infer<typeof SignedInSession>

export const identityOperations = {
  'GET private/login-callback/': operation({
    summary:
      'Sign in: a window goes here, on to the identity provider, back here, and to /callback',
    audience: 'public',
    query: z.looseObject({}),
    status: 302,
    errors: ['too_many_requests'],
  }),
  'GET private/logout': operation({
    summary: 'Sign out here and at the identity provider: a window goes here',
    audience: 'public',
    query: z.looseObject({}),
    status: 302,
    errors: ['not_allowed', 'too_many_requests'],
  }),
  'GET private/is-logged-in/': operation({
    summary: 'Who is signed in',
    audience: 'private',
    status: 200,
    response: Viewer,
    errors: ['not_signed_in'],
  }),
  'GET private/sessions/': operation({
    summary: 'List: where you are signed in, latest first',
    audience: 'private',
    status: 200,
    response: z.object({ count: z.int().nonnegative(), results: z.array(SignedInSession) }),
    errors: ['not_signed_in'],
  }),
  'DELETE private/sessions/{id}/': operation({
    summary: 'Sign out in one place',
    audience: 'private',
    params: z.strictObject({ id: idText }),
    status: 204,
    errors: ['not_signed_in', 'not_found'],
  }),
  'GET admin/validate_clinician_pin_code/': operation({
    cost: 'secret',
    summary: 'Whether this is the PIN of a clinician',
    audience: 'admin',
    permission: 'clinic.view_staff',
    query: z.strictObject({ staff_id: idText, pin_code: pinInAddress }),
    headers: { 'Clinician-Pin-Code': 'optional' },
    status: 200,
    response: z.object({ valid: z.boolean() }),
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'too_many_requests'],
  }),
  'PUT private/pin/': operation({
    cost: 'secret',
    summary: 'Set your own PIN. For clinicians alone; who has a PIN also sends that',
    audience: 'private',
    body: z.strictObject({ pin_code: pinCode, current_pin_code: pinCode.optional() }),
    freshSignIn: true,
    status: 204,
    errors: ['invalid', 'not_signed_in', 'not_allowed', 'stale', 'too_many_requests'],
  }),
  'DELETE private/sessions/': operation({
    summary: 'Sign out everywhere but here',
    audience: 'private',
    status: 204,
    errors: ['not_signed_in'],
  }),
}
