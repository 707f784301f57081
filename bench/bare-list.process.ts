import { readFileSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'
import { DatabaseClient } from '#server/database/database-client.ts'
import type { Statement } from './sent-statements.ts'

// The least that a list can cost: Hono, pg and its prepared statements, without any check.
const lists: Record<string, Statement[]> = JSON.parse(
  readFileSync(process.env['LISTS_FILE'] ?? '', 'utf8'),
  // Who asks is found by bytes, which JSON has as an object.
  (_, value) => (value?.type === 'Buffer' ? Buffer.from(value) : value),
)
const pool = new pg.Pool({
  Client: DatabaseClient,
  connectionString: process.env['DATABASE_URL'],
  max: 16,
})
const app = new Hono()

app.get('/', (context) => context.text('ready'))
app.get('/list/:name', async (context) => {
  const name = context.req.param('name')
  let rows: { id: number; total_count: string }[] = []
  for (const [place, { sql, parameters }] of (lists[name] ?? []).entries()) {
    const found = await pool.query({
      name: `${name} ${place}`,
      text: sql,
      values: [...parameters],
    })
    rows = found.rows
  }
  const results = rows.map(({ total_count: _, ...row }) => ({
    ...row,
    url: `http://localhost/api/${name}/${row.id}/`,
  }))
  return context.json({ count: Number(rows[0]?.total_count ?? 0), results })
})

const server = serve({ fetch: app.fetch, port: Number(process.env['PORT']) })
process.once('SIGTERM', () => server.close(() => void pool.end()))
