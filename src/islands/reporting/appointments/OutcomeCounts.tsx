import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutcomeBreakdown } from '#lib/contract/reporting.ts'
import { inFigures } from '#lib/text/format-number.ts'
import { useApi } from '../../identity/island-context.ts'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import type { AddressQuery } from '../../ui/use-address-query.ts'
import { BarChart } from '../dashboard/BarChart.tsx'
import { Chart } from '../dashboard/Chart.tsx'
import { outcomesQuery } from './report-query.ts'

type OutcomeCountsProps = { address: AddressQuery }

export function OutcomeCounts({ address }: OutcomeCountsProps) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...outcomesQuery(api, address.query), enabled: isOpen })
  return (
    <details
      onToggle={({ target, currentTarget }) => {
        if (target === currentTarget) setOpen(currentTarget.open)
      }}
    >
      <summary className="cursor-pointer py-2 font-semibold">Outcomes</summary>
      {isOpen && <QueryStatus query={query} what="the outcomes" loading="Counting the outcomes" />}
      {!query.error && query.data && (
        <div className="max-w-160" aria-busy={query.isPlaceholderData || undefined}>
          <Counts found={query.data} />
        </div>
      )}
    </details>
  )
}

function Counts({ found: { completed, without, results } }: { found: OutcomeBreakdown }) {
  if (completed === 0) return <p>None of these appointments have been completed.</p>
  const counts = results.map(({ name, appointments }) => ({ name, value: appointments }))
  if (without > 0) counts.push({ name: 'Not recorded', value: without })
  return (
    <Chart
      title="Outcomes of the completed appointments"
      heads={['Outcome', 'Appointments']}
      rows={counts.map(({ name, value }) => ({ name, cells: [inFigures(value)] }))}
      total={{ name: 'All completed', cells: [inFigures(completed)] }}
    >
      <BarChart bars={counts} format={inFigures} other="outcome" />
    </Chart>
  )
}
