import type { TotalIncome } from '#lib/contract/reporting.ts'
import { formatPlainDate } from '#lib/dates/format-date-time.ts'
import { inPounds } from '#lib/text/format-money.ts'
import { counted, inFigures } from '#lib/text/format-number.ts'
import { BarChart } from './BarChart.tsx'
import { Chart } from './Chart.tsx'
import { ColumnChart } from './ColumnChart.tsx'
import { Figure } from './Figures.tsx'
import { during } from './format-report-period.ts'
import { shortDay } from './short-day.ts'

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
