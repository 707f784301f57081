import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Database } from '#server/database/connection.ts'

export function createProviderRecords(db: Database): (model: string) => Adapter {
  return (model) => {
    const records = db.selectFrom('demo_provider_record').where('model', '=', model)
    const read = async (column: 'id' | 'uid', value: string) => {
      // PostgreSQL takes no NUL in a text, and no name of ours has one.
      if (value.includes('\0')) return undefined
      const row = await records
        .where(column, '=', value)
        .select(['payload', 'consumed_at'])
        .executeTakeFirst()
      if (!row) return undefined
      const consumed = row.consumed_at && { consumed: Math.floor(row.consumed_at.getTime() / 1000) }
      return { ...(row.payload as AdapterPayload), ...consumed }
    }
    return {
      find: (id) => read('id', id),
      findByUid: (uid) => read('uid', uid),
      // Devices without a keyboard cannot sign in here.
      findByUserCode: async () => undefined,

      async upsert(id, payload, expiresIn) {
        const values = {
          payload: sql<never>`${JSON.stringify(payload)}::jsonb`,
          grant_id: payload.grantId ?? null,
          uid: payload.uid ?? null,
          expires_at:
            expiresIn === undefined ? null : sql<Date>`now() + make_interval(secs => ${expiresIn})`,
        }
        await db
          .insertInto('demo_provider_record')
          .values({ model, id, ...values })
          .onConflict((row) => row.columns(['model', 'id']).doUpdateSet(values))
          .execute()
      },

      async consume(id) {
        const { numUpdatedRows } = await db
          .updateTable('demo_provider_record')
          .set({ consumed_at: sql<Date>`now()` })
          .where('model', '=', model)
          .where('id', '=', id)
          .where('consumed_at', 'is', null)
          .executeTakeFirst()
        // Two requests with one code found it unused; only the first may have it.
        if (numUpdatedRows !== 0n) return
        const { errors } = await import('oidc-provider')
        throw new errors.InvalidGrant({ detail: 'already used' })
      },

      async destroy(id) {
        await db
          .deleteFrom('demo_provider_record')
          .where('model', '=', model)
          .where('id', '=', id)
          .execute()
      },

      async revokeByGrantId(grantId) {
        await db
          .deleteFrom('demo_provider_record')
          .where('model', '=', model)
          .where('grant_id', '=', grantId)
          .execute()
      },
    }
  }
}

/** What has expired is refused by its date, whether or not it was removed. */
export async function removeExpiredRecords(db: Database): Promise<void> {
  await db.deleteFrom('demo_provider_record').where('expires_at', '<=', sql<Date>`now()`).execute()
}
