import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdviceWritingEvent } from '#machines/advice/advice-writing.types.ts'
import { useApi } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { AdviceItem } from './AdviceItem.tsx'
import { adviceQuery } from './advice-queries.ts'

const PAGE_SIZE = 20
const MOST = 500

type AdviceListProps = {
  patientId: number
  appointmentId: number | null
  isLocked: boolean
  send: (event: AdviceWritingEvent) => void
}

export function AdviceList(props: AdviceListProps) {
  const api = useApi()
  const { patientId, ...item } = props
  const [isArchived, setArchived] = useState(false)
  const [pageSize, setPageSize] = useState(PAGE_SIZE)
  const query = useQuery(adviceQuery(api, patientId, { isArchived, pageSize }))
  const { data, isFetching } = query
  const show = (archived: boolean) => {
    setArchived(archived)
    setPageSize(PAGE_SIZE)
  }
  return (
    <>
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="visually-hidden">Which advice</legend>
        {[false, true].map((archived) => (
          <label key={String(archived)} className="choice">
            <input type="radio" checked={isArchived === archived} onChange={() => show(archived)} />
            {archived ? 'Archived and withdrawn' : 'Current'}
          </label>
        ))}
      </fieldset>
      <QueryStatus query={query} what="the advice" loading="Looking up the advice" />
      {data && data.results.length === 0 && (
        <p>
          {isArchived ? 'No advice has been archived or withdrawn.' : 'There is no advice yet.'}
        </p>
      )}
      {data && data.results.length > 0 && (
        <ul className="flex flex-col gap-3">
          {data.results.map((advice) => (
            <li key={advice.id} className="card">
              <AdviceItem advice={advice} {...item} />
            </li>
          ))}
        </ul>
      )}
      {data && data.count > data.results.length && pageSize < MOST && (
        <div>
          <Button
            look="secondary"
            pending={isFetching}
            onClick={() => setPageSize(Math.min(MOST, pageSize * 5))}
          >
            Show more advice
          </Button>
        </div>
      )}
    </>
  )
}
