import { certainRefusal, joinFieldErrors, toRateLimited } from '#lib/api/refusals.ts'
import type { HoldSlotInput, HoldSlotResult } from '#machines/booking/booking.types.ts'
import type { BookingDeps } from '../booking-deps.ts'

export const holdAudience = (viewer: string | null) => (viewer === null ? 'public' : 'private')

export async function requestHold(
  deps: BookingDeps,
  { chosen, hold, viewer }: HoldSlotInput,
): Promise<HoldSlotResult> {
  const { api, clock, key } = deps
  if (!chosen) throw new Error('No time is chosen')
  try {
    const held = await api.call(`POST ${holdAudience(viewer)}/slot-holds/`, {
      query: key ? { key } : {},
      body: {
        appointment_type_id: chosen.appointmentTypeId,
        start: chosen.start,
        site_id: chosen.site.id,
      },
      headers: { 'Slot-Hold-Token': hold?.token ?? null },
    })
    const lasts = Math.max(0, Date.parse(held.expires_at) - clock.now())
    return {
      kind: 'held',
      hold: { id: held.id, token: held.token, lasts, expiresAt: Date.now() + lasts },
    }
  } catch (error) {
    const refusal = certainRefusal(error)
    if (refusal.status === 401) return { kind: 'signedOut' }
    if (refusal.status === 404) return { kind: 'withdrawn' }
    if (refusal.status === 409) {
      const { takenBy } = await import('../details/own-bookings.ts')
      return await takenBy(deps, chosen, viewer)
    }
    if (refusal.status === 429) return toRateLimited(refusal)
    if (refusal.status === 400)
      return { kind: 'notBookable', detail: joinFieldErrors(refusal.fields) || refusal.detail }
    throw error
  }
}
