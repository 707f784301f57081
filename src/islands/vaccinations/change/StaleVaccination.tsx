import { useEffect, useRef } from 'react'
import type { VaccinationRecord } from '#lib/contract/records/vaccinations.ts'
import { formatCorrection } from './format-correction.ts'

type StaleVaccinationProps = { change: string; now: VaccinationRecord }

/** Somebody else changed it: what they changed, above what was typed here. */
export function StaleVaccination({ change, now }: StaleVaccinationProps) {
  const box = useRef<HTMLElement>(null)
  useEffect(() => box.current?.focus(), [])
  const [latest] = now.corrections
  return (
    <section
      ref={box}
      role="alert"
      tabIndex={-1}
      className="banner banner-warning flex flex-col gap-2"
    >
      <p>{change} Everything you entered is still here.</p>
      {latest && (
        <ul className="list-disc ps-5 wrap-anywhere">
          {latest.changes.map((one) => (
            <li key={one.field}>{formatCorrection(one)}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
