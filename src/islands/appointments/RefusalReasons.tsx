import type { RuleViolation } from '#lib/contract/clinic-appointments.ts'

type RefusalReasonsProps = { reasons: readonly RuleViolation[] }

export function RefusalReasons({ reasons }: RefusalReasonsProps) {
  if (reasons.length === 0) return null
  return (
    <section role="status" aria-label="Why this cannot be booked" className="banner banner-warn">
      <p className="font-semibold">This cannot be booked as it is:</p>
      <ul className="list-disc ps-5">
        {reasons.map(({ code, detail }) => (
          <li key={`${code} ${detail}`}>{detail}</li>
        ))}
      </ul>
    </section>
  )
}
