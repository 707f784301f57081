import type { Handlers } from '../http/implement.ts'
import { availabilityChangeRoutes } from './change-availability.ts'
import { availabilityListRoutes } from './list-availabilities.ts'
import { offeredTypeRoutes } from './offered-types.ts'
import { previewAvailability } from './preview-availability.ts'
import { undoAvailabilityChange } from './undo-change.ts'

export const availabilityRoutes = {
  ...availabilityListRoutes,
  ...availabilityChangeRoutes,
  'POST admin/availabilities/{id}/undo/': ({ params }, call) =>
    undoAvailabilityChange(call, params.id),
  'POST admin/availabilities/preview/': ({ body }, call) => previewAvailability(call, body),
  ...offeredTypeRoutes,
} satisfies Handlers
