import type { RuleViolation } from '#lib/contract/clinic-appointments.ts'

const OF_VISITORS: readonly RuleViolation['code'][] = ['within_notice', 'beyond_horizon']

type OnlineLimitsProps = { reasons: readonly RuleViolation[] }

export function OnlineLimits({ reasons }: OnlineLimitsProps) {
  const limits = reasons.filter(({ code }) => OF_VISITORS.includes(code))
  if (limits.length === 0) return null
  return (
    <p className="hint">
      Patients cannot book this time online: {limits.map(({ detail }) => detail).join(' ')}
    </p>
  )
}
