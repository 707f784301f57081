import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'
import { formatDate } from '#lib/dates/format-date-time.ts'
import { useApi, useTimeZone } from '../identity/island-context.ts'
import { Button } from '../ui/Button.tsx'
import { FoldButton } from '../ui/FoldButton.tsx'
import { FormAlert } from '../ui/feedback/FormAlert.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { useSingleMutation } from '../ui/use-single-mutation.ts'
import { AdviceText } from './AdviceText.tsx'
import { adviceName } from './advice-name.ts'
import { type AdviceGuest, ownAdviceQuery } from './advice-queries.ts'

const PAGE_SIZE = 20
const MOST = 500

type OwnAdviceProps = { guest: AdviceGuest | null }

export function OwnAdvice({ guest }: OwnAdviceProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <h2 id={id} className="heading-2">
        Advice from us
      </h2>
      <OwnAdviceList guest={guest} isArchived={false} />
      {!guest && (
        <div>
          <FoldButton
            look="quiet"
            isOpen={isOpen}
            controls={`${id}-archived`}
            onToggle={() => setOpen(!isOpen)}
          >
            Older advice
          </FoldButton>
        </div>
      )}
      {isOpen && (
        <div id={`${id}-archived`} className="flex flex-col gap-4">
          <OwnAdviceList guest={guest} isArchived />
        </div>
      )}
    </section>
  )
}

function OwnAdviceList(props: OwnAdviceProps & { isArchived: boolean }) {
  const api = useApi()
  const { guest, isArchived } = props
  const [pageSize, setPageSize] = useState(PAGE_SIZE)
  const options = ownAdviceQuery(api, { guest, isArchived, pageSize })
  const query = useQuery(options)
  const { data, isFetching } = query
  if (!data) {
    return <QueryStatus query={query} what="the advice" loading="Looking up the advice" />
  }
  if (data.results.length === 0) {
    return (
      <p>
        {isArchived ? 'You have no older advice.' : 'We have not written any advice for you yet.'}
      </p>
    )
  }
  return (
    <>
      <ul className="flex flex-col gap-3">
        {data.results.map((advice) => (
          <li key={advice.id} className="card">
            <OwnAdviceItem {...{ advice, options }} />
          </li>
        ))}
      </ul>
      {data.count > data.results.length && pageSize < MOST && (
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

type OwnAdviceItemProps = Omit<OwnAdviceProps, 'guest'> & {
  advice: PatientAdvice
  options: ReturnType<typeof ownAdviceQuery>
}

function OwnAdviceItem({ advice, options }: OwnAdviceItemProps) {
  const api = useApi()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const { id, favourite, pinned, may } = advice
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () =>
      api.call('PATCH private/patientadvices/{id}/', {
        params: { id },
        body: { favourite: !favourite },
      }),
    onSuccess: (marked) =>
      queries.setQueryData(options.queryKey, (list) => ({
        count: list?.count ?? 1,
        results: (list?.results ?? []).map((each) => (each.id === id ? marked : each)),
      })),
  })
  return (
    <div className="flex flex-col items-start gap-3">
      {pinned && <span className="tag tag-warn">Important</span>}
      <AdviceText advice={advice} />
      <p className="hint wrap-anywhere">
        {advice.staff_name}, {formatDate(advice.created, timeZone)}
      </p>
      {may.includes('favourite') && (
        <Button
          look="secondary"
          small
          aria-pressed={favourite}
          pending={isPending}
          onClick={() => mutate()}
        >
          {favourite ? '★' : '☆'} Favourite{' '}
          <span className="visually-hidden">{adviceName(advice, timeZone)}</span>
        </Button>
      )}
      {error && <FormAlert look="banner-danger">We could not save this. Try again.</FormAlert>}
    </div>
  )
}
