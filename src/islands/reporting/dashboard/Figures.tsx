import type { ReactNode } from 'react'
import type { ClinicianDashboard, TotalIncome } from '#lib/contract/reporting.ts'
import { formatDuration, formatPlainDate } from '#lib/dates/format-date-time.ts'
import { inPounds } from '#lib/text/format-money.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { BarChart } from './BarChart.tsx'
import { Chart } from './Chart.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { asPercent, during, formatReportPeriod } from './format-report-period.ts'
import { shortDay } from './short-day.ts'
import '../charts.css'

export function Figures({ numbers }: { numbers: ClinicianDashboard }) {
  const { previous, by_status: ended } = numbers
  const before = previous.by_status
  const tookPlace = ended.completed + ended.did_not_attend
  return (
    <>
      <dl className="figures">
        <Figure name="Appointments" value={inFigures(numbers.appointments)}>
          {moreOrFewer(numbers.appointments, previous.appointments)}
        </Figure>
        <Figure
          name="Time booked"
          value={asPercent(numbers.utilisation, 'No hours')}
          of={`${formatDuration(numbers.minutes_booked)} of ${formatDuration(numbers.minutes_available)}`}
        >
          {upOrDown(numbers.utilisation, previous.utilisation)}
        </Figure>
        <Figure
          name="Did not attend"
          value={asPercent(numbers.did_not_attend_rate)}
          of={`${inFigures(ended.did_not_attend)} of ${counted(tookPlace, 'past appointment')}`}
        >
          {upOrDown(numbers.did_not_attend_rate, previous.did_not_attend_rate)}
        </Figure>
        <Figure name="Cancelled" value={inFigures(ended.cancelled)}>
          {moreOrFewer(ended.cancelled, before.cancelled)}
        </Figure>
      </dl>
      <p className="text-ink-soft">Compared with {formatReportPeriod(previous)}.</p>
    </>
  )
}

type FigureProps = { name: string; value: string; of?: string; children: ReactNode }

function Figure({ name, value, of, children }: FigureProps) {
  return (
    <div className="card">
      <dt className="font-semibold">{name}</dt>
      <dd>{value}</dd>
      {of && <dd>{of}</dd>}
      <dd>{children}</dd>
    </div>
  )
}

function moreOrFewer(now: number, before: number): string {
  if (now === before) return 'the same'
  return now > before ? `${inFigures(now - before)} more` : `${inFigures(before - now)} fewer`
}

function upOrDown(now: number | null, before: number | null): string {
  if (now === null || before === null) return 'No earlier data'
  if (now === before) return 'the same'
  return `${now > before ? 'up' : 'down'} from ${asPercent(before)}`
}

export function Income({ income }: { income: TotalIncome }) {
  const { total, doses, by_day: days, by_product: products, previous } = income
  const together = { name: 'Total', cells: [inPounds(total), inFigures(doses)] }
  return (
    <>
      <dl className="figures">
        <Figure name="Total income" value={inPounds(total)} of={`${counted(doses, 'dose')} given`}>
          {inPounds(previous.total)} {during(previous)}
        </Figure>
      </dl>
      {doses > 0 && (
        <div className="charts">
          <Chart
            title="Income by day"
            heads={['Day', 'Income', 'Doses']}
            rows={days.map((day) => ({
              name: formatPlainDate(day.date),
              cells: [inPounds(day.total), inFigures(day.doses)],
            }))}
            total={together}
          >
            <ColumnChart
              label={`${inPounds(total)} from ${counted(doses, 'dose')}`}
              format={(value) => inPounds(String(value))}
              columns={days.map((day) => ({
                title: `${formatPlainDate(day.date)}: ${inPounds(day.total)}`,
                short: shortDay(day.date, days.length),
                value: Number(day.total),
              }))}
            />
          </Chart>
          <Chart
            title="Income by product"
            heads={['Vaccine', 'Income', 'Doses']}
            rows={products.map(({ product, ...earned }) => ({
              name: product.name,
              cells: [inPounds(earned.total), inFigures(earned.doses)],
            }))}
            total={together}
          >
            <BarChart
              format={(value) => inPounds(String(value))}
              other="product"
              bars={products.map(({ product, ...earned }) => ({
                name: product.name,
                value: Number(earned.total),
              }))}
            />
          </Chart>
        </div>
      )}
    </>
  )
}
