import { accessFragment } from '../own-appointments/appointment-link.ts'

export const formAudiences = { clinic: 'admin', user: 'private', guest: 'public' } as const
export type FormAudience = keyof typeof formAudiences

export const isFormAudience = (type: string | undefined): type is FormAudience =>
  type !== undefined && Object.hasOwn(formAudiences, type)

export type FormPage = 'for-appointment' | 'in-progress' | 'completed' | 'clinician'

export function appointmentAddress(audience: FormAudience, id: number, token: string | null) {
  if (audience === 'guest')
    return `/appointments/${id}${token === null ? '' : accessFragment(token)}`
  return audience === 'user'
    ? `/user/appointments?appointment=${id}`
    : `/clinic/record-details?appointment_id=${id}`
}

export const formAddress = (
  audience: FormAudience,
  page: FormPage,
  id: number,
  token: string | null = null,
): string => `/${audience}/forms/${page}/${id}${token === null ? '' : accessFragment(token)}`
