import { type ReactNode, useEffect, useRef, useState } from 'react'
import { counted } from '#lib/text/format-number.ts'
import { Button } from '../ui/Button.tsx'

/** A record of years is long, and the latest doses are what most people look for. */
const LATEST = 10

type VaccinationListProps<R> = { records: readonly R[]; children: (record: R) => ReactNode }

export function VaccinationList<R extends { id: number }>(props: VaccinationListProps<R>) {
  const { records, children } = props
  const [isAll, setAll] = useState(false)
  const firstEarlier = useRef<HTMLLIElement>(null)
  const earlier = records.length - LATEST
  useEffect(() => {
    if (isAll) firstEarlier.current?.focus()
  }, [isAll])
  return (
    <>
      <ul className="card flex flex-col divide-y divide-line">
        {records.map((record, place) => (
          <li
            key={record.id}
            {...(place === LATEST && { ref: firstEarlier, tabIndex: -1 })}
            className={place < LATEST || isAll ? 'py-3' : 'hidden py-3 print:list-item'}
          >
            {children(record)}
          </li>
        ))}
      </ul>
      {earlier > 0 && !isAll && (
        <div className="print:hidden">
          <Button look="secondary" onClick={() => setAll(true)}>
            Show {counted(earlier, 'earlier vaccination')}
          </Button>
        </div>
      )}
    </>
  )
}
