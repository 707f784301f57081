import type { ReactNode } from 'react'
import '../charts.css'

type ChartRow = { name: string; cells: readonly ReactNode[] }

type ChartProps = {
  title: string
  heads: readonly string[]
  rows: readonly ChartRow[]
  total?: ChartRow
  children: ReactNode
}

export function Chart({ title, heads, rows, total, children }: ChartProps) {
  return (
    <figure className="card chart">
      <figcaption className="heading-3">{title}</figcaption>
      {children}
      <details>
        <summary className="button button-quiet button-small button-flush">
          Table <span className="visually-hidden">of {title}</span>
        </summary>
        <section
          aria-label={`${title}, as a table`}
          className="chart-table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by keyboard
          tabIndex={0}
        >
          <table className="data-table">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Row key={row.name} row={row} heads={heads} />
              ))}
            </tbody>
            {total && (
              <tfoot>
                <Row row={total} heads={heads} />
              </tfoot>
            )}
          </table>
        </section>
      </details>
    </figure>
  )
}

function Row({ row, heads }: { row: ChartRow; heads: readonly string[] }) {
  return (
    <tr>
      <th scope="row">{row.name}</th>
      {row.cells.map((cell, place) => (
        <td key={heads[place + 1]}>{cell}</td>
      ))}
    </tr>
  )
}
