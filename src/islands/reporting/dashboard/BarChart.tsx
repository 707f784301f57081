import { counted } from '#lib/text/format-number.ts'
import '../charts.css'

type ChartBar = { name: string; value: number }

type BarChartProps = {
  bars: readonly ChartBar[]
  format: (value: number) => string
  other: string
}

const MOST_BARS = 6

export function BarChart({ bars, format, other }: BarChartProps) {
  const most = Math.max(...bars.map(({ value }) => value), 0)
  const drawn = bars.slice(0, MOST_BARS)
  const left = bars.length - drawn.length
  return (
    <div>
      <ul className="chart-bars">
        {drawn.map(({ name, value }) => (
          <li key={name}>
            <span className="wrap-anywhere">{name}</span>
            <span className="chart-value">{format(value)}</span>
            <svg aria-hidden="true" viewBox="0 0 100 1" preserveAspectRatio="none">
              <rect className="chart-behind" width="100" height="1" />
              <rect
                className="chart-bar"
                width={most === 0 ? 0 : (value / most) * 100}
                height="1"
              />
            </svg>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className="mt-2 text-ink-soft">{counted(left, `more ${other}`)} in the table</p>
      )}
    </div>
  )
}
