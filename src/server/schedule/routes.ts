import type { Handlers } from '../http/implement.ts'
import { readSchedule } from './schedule.ts'

export const scheduleRoutes = {
  'GET admin/clinic/schedule/': ({ query }, call) => readSchedule(call, query),
} satisfies Handlers
