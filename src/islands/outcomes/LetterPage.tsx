import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { FormAudience } from '#lib/forms/form-address.ts'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { useFormTitle } from '../forms/use-form-title.ts'
import { useLinkToken } from '../forms/use-link-token.ts'
import { sessionApi } from '../identity/api.ts'
import { Loading } from '../ui/feedback/Loading.tsx'
import { QueryStatus } from '../ui/feedback/QueryStatus.tsx'
import { LetterSheet } from './LetterSheet.tsx'
import { type OutcomeCalls, outcomeCalls } from './outcome-calls.ts'

type Letter = { appointmentId: number; outcomeId: number; recordedId?: number | undefined }

type LetterPageProps = {
  audience: FormAudience
  letter: Letter
  settings: PublicSettings
  api?: ApiClient
}

export function LetterPage({ audience, letter, settings, api }: LetterPageProps) {
  const token = useLinkToken()
  const [calls] = useState(() => outcomeCalls(api ?? sessionApi(settings), audience, token))
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  )
  return (
    <QueryClientProvider client={queries}>
      <div className="flex flex-col gap-6">
        <LoadedLetter calls={calls} letter={letter} settings={settings} />
      </div>
    </QueryClientProvider>
  )
}

type LoadedLetterProps = { calls: OutcomeCalls; letter: Letter; settings: PublicSettings }

function LoadedLetter({ calls, letter, settings }: LoadedLetterProps) {
  const query = useQuery({
    queryKey: ['letter', calls.type, letter],
    queryFn: () => calls.render(letter),
  })
  const { data, error } = query
  useFormTitle(data?.name)
  if (data) return <LetterSheet letter={data} calls={calls} settings={settings} />
  if (!error) return <Loading label="Opening the letter" />
  if (error instanceof ApiError && error.status === 404) {
    return (
      <>
        <h1 className="heading-1">We could not find this letter</h1>
        <p>
          {calls.type === 'clinic'
            ? 'This appointment has no such outcome.'
            : 'It does not belong to one of your appointments. If you followed a link, check you copied all of it.'}
        </p>
      </>
    )
  }
  return (
    <>
      <h1 className="heading-1">This letter is not open</h1>
      <QueryStatus query={query} what="the letter" />
    </>
  )
}
