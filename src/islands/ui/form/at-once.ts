import { keepPreviousData } from '@tanstack/react-query'

/** The query fails at once and says so, without a network too, rather than wait in silence. */
export const atOnce = { retry: false, networkMode: 'always' } as const

export const keepShown = { ...atOnce, placeholderData: keepPreviousData } as const
