import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiClient } from '#lib/api/client.ts'
import type { PlannerChoices } from '#lib/contract/planner.ts'
import type { PublicSettings } from '#lib/public-settings.ts'
import { sessionApi } from '../session/api.ts'
import { PlannerFlow } from './PlannerFlow.tsx'
import { plannerWithActors } from './planner.actors.ts'

export type PlannerProps = {
  /** What there is to plan for whoever asks, as the server knew it when it made the page. */
  choices: PlannerChoices
  /** They may book, too. */
  canBook: boolean
  /** They may enter patients who are not on file. */
  canCreate: boolean
  /** They may choose how long an appointment takes. */
  canSetDuration: boolean
  settings: PublicSettings
  /** The query that the page was asked for. */
  search: string
  /** The API, where it is not that of the settings. */
  api?: ApiClient
}

/** The island of those who plan appointments for patients. */
export function Planner({ api, ...props }: PlannerProps) {
  const [deps] = useState(() => {
    const calls = api ?? sessionApi(props.settings)
    const queries = new QueryClient()
    return { api: calls, queries, machine: plannerWithActors({ api: calls, queries }) }
  })
  return (
    <QueryClientProvider client={deps.queries}>
      <PlannerFlow {...props} api={deps.api} machine={deps.machine} />
    </QueryClientProvider>
  )
}
