import { useState } from 'react'
import { goTo, type StayingLink, stayingLink, usePageAddress } from '../ui/table/page-address.ts'
import {
  formatScheduleAddress,
  parseScheduleAddress,
  type SchedulePlace,
} from './schedule-address.ts'

export type ScheduleAddress = {
  place: SchedulePlace
  go: (to: Partial<SchedulePlace>) => void
  linkTo: (to: Partial<SchedulePlace>) => StayingLink
}

type Given = { path: string; search: string; today: string }

export function useSchedulePlace({ path, search, today }: Given): ScheduleAddress {
  const [first] = useState(() => parseScheduleAddress(path, search, today))
  const address = usePageAddress(() => location.pathname + location.search, path + search)
  const [pathname = '', query = ''] = address.split('?')
  const place = parseScheduleAddress(pathname, query, today) ?? first
  if (!place) throw new Error(`no place in the schedule: ${pathname}`)
  const go = (to: Partial<SchedulePlace>) => goTo(formatScheduleAddress({ ...place, ...to }))
  return {
    place,
    go,
    linkTo: (to) => stayingLink(formatScheduleAddress({ ...place, ...to }), () => go(to)),
  }
}
