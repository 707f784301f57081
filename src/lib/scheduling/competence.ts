/** Plain dates, both inclusive; without `expiresAt` it never expires. */
export type HeldCompetency = {
  competencyId: number
  issuedAt: string
  expiresAt: string | null
}

export type MissingCompetency = {
  competencyId: number
  reason: 'missing' | 'not_yet_valid' | 'expired'
}

/**
 * Lists each missing competency (id) once, in the order required, on `day` (`YYYY-MM-DD`). An
 * expired record is named before one that is not valid yet.
 */
export function missingCompetencies(
  required: readonly number[],
  held: readonly HeldCompetency[],
  day: string,
): MissingCompetency[] {
  const missing: MissingCompetency[] = []
  for (const competencyId of new Set(required)) {
    const reason = reasonMissing(competencyId, held, day)
    if (reason) missing.push({ competencyId, reason })
  }
  return missing
}

function reasonMissing(
  competencyId: number,
  held: readonly HeldCompetency[],
  day: string,
): MissingCompetency['reason'] | null {
  let reason: MissingCompetency['reason'] = 'missing'
  for (const record of held) {
    if (record.competencyId !== competencyId) continue
    // ISO dates order as text.
    if (record.expiresAt !== null && record.expiresAt < day) reason = 'expired'
    else if (record.issuedAt <= day) return null
    else if (reason === 'missing') reason = 'not_yet_valid'
  }
  return reason
}
