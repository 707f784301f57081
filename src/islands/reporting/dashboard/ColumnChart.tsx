import '../charts.css'

type ChartColumn = {
  title: string
  short: string
  value: number
  /** It is drawn behind it, such as what there is of which `value` was taken. */
  outOf?: number
}

type ColumnChartProps = {
  label: string
  columns: readonly ChartColumn[]
  format: (value: number) => string
}

const HEIGHT = 100
const GAP = 0.2
const MOST_NAMED = 7
const MOST_APART = 60

export function ColumnChart({ label, columns, format }: ColumnChartProps) {
  const most = Math.max(...columns.map(({ value, outOf = 0 }) => Math.max(value, outOf)), 0)
  const gap = columns.length > MOST_APART ? 0 : GAP
  const bar = (value: number, index: number, look: string) => {
    const height = most === 0 ? 0 : (value / most) * HEIGHT
    return (
      <rect
        className={look}
        x={index + gap / 2}
        y={HEIGHT - height}
        width={1 - gap}
        height={height}
      />
    )
  }
  const named = columns.length <= MOST_NAMED ? columns : [columns.at(0), columns.at(-1)]
  return (
    <div className="chart-drawing">
      <p aria-hidden="true" className="chart-most">
        {most > 0 && format(most)}
      </p>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${columns.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="chart-columns"
      >
        {columns.map(({ title, value, outOf }, index) => (
          <g key={title}>
            <title>{title}</title>
            {outOf !== undefined && bar(outOf, index, 'chart-behind')}
            {bar(value, index, 'chart-bar')}
          </g>
        ))}
      </svg>
      <p aria-hidden="true" className="chart-names">
        {named.map((column) => column && <span key={column.title}>{column.short}</span>)}
      </p>
    </div>
  )
}
