import type { ExpiringCompetency } from '#lib/contract/competencies.ts'
import type { competencyNoticesMachine } from '#machines/people/competency-notices.machine.ts'
import type { Catalogue } from '../event-catalogue.ts'

const expiring = (
  id: number,
  competency_name: string,
  expires_at: string,
  notice_type: ExpiringCompetency['notice_type'],
): ExpiringCompetency => ({
  id,
  url: `https://clinic.example/api/admin/staffcompetencies/${id}/`,
  notice_type,
  staff_id: 5,
  competency_id: id + 100,
  competency_name,
  expires_at,
})

export const travelHealth = expiring(7, 'Travel health', '2026-12-04', '30-days-notice')
export const takingBlood = expiring(8, 'Taking blood', '2026-11-22', '1-day-notice')

const dismissed = (notice: ExpiringCompetency) => ({ type: 'notice.dismissed', notice }) as const

export const competencyNoticesCatalogue = {
  events: { 'notice.dismissed': [dismissed(travelHealth), dismissed(takingBlood)] },
  results: {
    loadExpiringCompetencies: {
      expiring: [{ kind: 'expiring', notices: [takingBlood, travelHealth] }],
      none: [{ kind: 'none' }],
    },
  },
  delays: {},
} satisfies Catalogue<typeof competencyNoticesMachine>

/** Which notices are left. */
export const distinguishNotices = ({ notices }: { notices: readonly { id: number }[] }) =>
  notices.map(({ id }) => id)
