import { describe, expect, it } from 'vitest'
import { missingCompetencies } from '#lib/scheduling/competence.ts'

const flu = (issuedAt: string, expiresAt: string | null) => ({
  competencyId: 1,
  issuedAt,
  expiresAt,
})

describe('competencies a clinician lacks on a day', () => {
  it('has none lacking when none is required', () => {
    expect(missingCompetencies([], [], '2026-08-06')).toEqual([])
  })

  it('counts the day of issue and the day of expiry as valid', () => {
    const held = [flu('2026-08-06', '2026-08-10')]
    const lacking = (day: string) => missingCompetencies([1], held, day).map((m) => m.reason)
    expect(lacking('2026-08-05')).toEqual(['not_yet_valid'])
    expect(lacking('2026-08-06')).toEqual([])
    expect(lacking('2026-08-10')).toEqual([])
    expect(lacking('2026-08-11')).toEqual(['expired'])
  })

  it('never expires without an expiry date', () => {
    expect(missingCompetencies([1], [flu('2020-01-01', null)], '2099-12-31')).toEqual([])
  })

  it('is satisfied by any valid record beside expired and future ones', () => {
    const held = [
      flu('2024-01-01', '2024-12-31'),
      flu('2026-01-01', '2026-12-31'),
      flu('2027-01-01', null),
    ]
    expect(missingCompetencies([1], held, '2026-08-06')).toEqual([])
  })

  it('says expired before not yet valid, in either order of records', () => {
    const held = [flu('2024-01-01', '2024-12-31'), flu('2027-01-01', null)]
    const expired = [{ competencyId: 1, reason: 'expired' }]
    expect(missingCompetencies([1], held, '2026-08-06')).toEqual(expired)
    expect(missingCompetencies([1], held.toReversed(), '2026-08-06')).toEqual(expired)
  })

  it('names each lacking competency once, and does not mistake one for another', () => {
    expect(missingCompetencies([2, 1, 2], [flu('2020-01-01', null)], '2026-08-06')).toEqual([
      { competencyId: 2, reason: 'missing' },
    ])
  })
})
