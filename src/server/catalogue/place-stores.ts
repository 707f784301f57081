import { sql } from 'kysely'
import { sites } from '#lib/contract/admin/sites.ts'
import { withSlug } from '../admin/slugs.ts'
import type { Rows, StoreParts } from '../admin/store.ts'
import { deleteExpiredHolds } from '../booking/hold-lifetime.ts'
import type { Executor } from '../database/connection.ts'
import { invalid } from '../refusals/refusal.ts'
import { findVisibility } from './visibility.ts'

const ofSite = Object.keys(sites.entity.shape).filter((field) => field !== 'url')

export const siteStore: StoreParts = {
  read: {
    rows: (executor, { viewer }) => {
      const rows = executor.selectFrom('site').select(ofSite as never) as Rows
      return findVisibility(viewer).sites ? rows : rows.where(sql<boolean>`not hidden`)
    },
  },
  write: {
    prepare: withSlug('site'),
    guarded: async (_executor, { viewer }, { after }, write) => {
      if (after?.['hidden'] === true && !findVisibility(viewer).sites) {
        throw invalid({ hidden: ['You may not see hidden sites, so you cannot hide one'] })
      }
      await write()
    },
  },
}

export const roomStore: StoreParts = {
  read: {
    rows: (executor, { viewer }) => {
      const rows = executor
        .selectFrom('room')
        .innerJoin('site', 'site.id', 'room.site_id')
        .select([
          'room.id',
          'room.version',
          'room.name',
          'room.slug',
          'room.site_id',
          'site.name as site_name',
          sql<string>`room.name || ', ' || site.name`.as('title'),
          'room.is_active',
        ])
      return findVisibility(viewer).sites ? rows : rows.where('site.hidden', '=', false)
    },
  },
  write: {
    prepare: withSlug('room', 'site_id'),
    guarded: async (executor, _call, { before, after }, write) => {
      const isMoved = before && after && after['site_id'] !== before['site_id']
      if (isMoved && (await isNeeded(executor, before.id))) {
        const said =
          'You cannot move this room because it has hours or appointments. Add a room at the other site and move them there'
        throw invalid({ site_id: [said] })
      }
      await write()
    },
    orphanScopeOf: ({ id }) => ({ roomId: id }),
  },
}

/** Hours and appointments need it, past ones too, because patients were told the place. */
async function isNeeded(executor: Executor, id: number): Promise<boolean> {
  await deleteExpiredHolds(executor).where('room_id', '=', id).execute()
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from availability where room_id = ${id})
      or exists (select from appointment where room_id = ${id}) as used`.execute(executor)
  return rows[0]?.used === true
}
