import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Keeps everything in memory, for one issuer: what expires or is revoked goes by its own dates. */
export function recordsInMemory(): (model: string) => Adapter {
  const records = new Map<string, AdapterPayload>()
  return (model) => {
    const key = (id: string) => `${model}:${id}`
    const ofModel = () => [...records].filter(([name]) => name.startsWith(`${model}:`))
    return {
      find: async (id) => records.get(key(id)),
      findByUid: async (uid) => ofModel().find(([, payload]) => payload.uid === uid)?.[1],
      findByUserCode: async () => undefined,
      upsert: async (id, payload) => void records.set(key(id), payload),
      async consume(id) {
        const payload = records.get(key(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => void records.delete(key(id)),
      async revokeByGrantId(grantId) {
        for (const [name, payload] of ofModel()) {
          if (payload.grantId === grantId) records.delete(name)
        }
      },
    }
  }
}
