import type { Permission } from '#lib/contract/permissions.ts'
import type { AppointmentPlan } from '#lib/contract/planner.ts'
import { send } from '../send.ts'
import { addStaffUser } from '../signed-in.ts'
import type { TestServer } from '../test-server.ts'

/** Somebody at the front desk who plans for everybody. */
export const addPlanner = (server: TestServer, permissions: Permission[] = []) =>
  addStaffUser(server, [
    'clinic.view_appointment',
    'clinic.view_other_appointments',
    ...permissions,
  ])

/** Asks the planner. */
export async function ask(
  server: TestServer,
  headers: Record<string, string>,
  query: Record<string, string | number>,
) {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  )
  const answer = await send(server, 'GET', `/api/admin/appointment-planner/?${text}`, { headers })
  return { ...answer, plan: answer.body as unknown as AppointmentPlan }
}
