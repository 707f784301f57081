import { correctionRequests } from '#lib/contract/correction-requests.ts'
import type { Handlers } from '../../http/implement.ts'
import { readingRoutes } from '../../resources/reading-routes.ts'
import { decideCorrection } from './decide-correction.ts'
import { ownRequests, presentOwnRequest, requestCorrection } from './request-correction.ts'

export const correctionRoutes = {
  ...readingRoutes('private', correctionRequests, {
    rows: ownRequests,
    present: (rows, call) => rows.map((row) => presentOwnRequest(row, call)),
  }),
  'POST private/correctionrequests/': ({ body }, call) => requestCorrection(call, body),
  'POST admin/correctionrequests/{id}/decide/': ({ params, body }, call) =>
    decideCorrection(call, params.id, body),
} satisfies Handlers
