import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import pg from 'pg'

// The least that a list can cost: Hono, pg and the two queries, nothing checked and nothing added.
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })
const app = new Hono()

app.get('/list', async (context) => {
  const [count, page] = await Promise.all([
    pool.query('select count(*) as count from gp_surgery'),
    pool.query('select * from gp_surgery order by name, id limit $1 offset $2', [25, 0]),
  ])
  return context.json({ count: Number(count.rows[0].count), results: page.rows })
})

const server = serve({ fetch: app.fetch, port: Number(process.env['PORT']) })
process.once('SIGTERM', () => server.close(() => void pool.end()))
