import { keepPreviousData } from '@tanstack/react-query'

/** For a query that fails at once and says so, without a network too, rather than wait in silence. */
export const atOnce = { retry: false, networkMode: 'always' } as const

/** What is shown stays until what replaces it is there. */
export const keepShown = { ...atOnce, placeholderData: keepPreviousData } as const
