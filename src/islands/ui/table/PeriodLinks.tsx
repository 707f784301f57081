import { monthAround, type Period, weekAround } from '#lib/dates/dates.ts'
import type { AddressQuery, QueryChanges } from '../use-address-query.ts'

type PeriodLinksProps = {
  address: AddressQuery
  today: string
  period: Period
  changes?: QueryChanges
}

export function PeriodLinks({ address, today, period, changes = {} }: PeriodLinksProps) {
  const choices = [
    { text: 'Today', from: today, to: today },
    { text: 'This week', ...weekAround(today) },
    { text: 'This month', ...monthAround(today) },
  ]
  return (
    <nav aria-label="Period">
      <ul className="tabs">
        {choices.map(({ text, from, to }) => (
          <li key={text}>
            <a
              className="tab"
              aria-current={from === period.from && to === period.to ? 'page' : undefined}
              {...address.linkWith({ from, to, ...changes })}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Is this week where the address says none. */
export function periodIn(query: URLSearchParams, today: string): Period {
  const from = query.get('from')
  const to = query.get('to')
  return from || to ? { from: from ?? '', to: to ?? '' } : weekAround(today)
}
