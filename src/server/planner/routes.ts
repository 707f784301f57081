import type { Handlers } from '../http/implement.ts'
import { appointmentPlan } from './appointment-plan.ts'
import { plannerChoices } from './planner-choices.ts'

export const plannerRoutes = {
  'GET admin/appointment-planner/': ({ query }, call) => appointmentPlan(call, query),
  'GET admin/appointment-planner/choices/': (_request, call) => plannerChoices(call),
} satisfies Handlers
