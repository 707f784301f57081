import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { saysWhoIsSignedIn } from '#lib/policy/screen-access.ts'
import { createApp } from '#server/app.ts'
import type { AppEnvironment } from '#server/http/request-context.ts'
import { pageLocals } from '#server/web/page-locals.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'

const server = await runTestServer()

const asker = (cookie?: string) => ({ headers: { cookie }, socket: {} }) as IncomingMessage
const answering = (answer: () => Response) =>
  new Hono<AppEnvironment>().all('*', answer).onError((error) => {
    throw error
  })
const readViewer = async (app: Hono<AppEnvironment>) => {
  const { headers } = await addSignedIn(server)
  return await pageLocals(server.services, app)(asker(headers['Cookie'])).readViewer()
}

describe('who asks for a page', () => {
  test('is whoever has the session, and nobody without one', async () => {
    expect(await readViewer(createApp(server.services))).toMatchObject({ permissions: [] })
    expect(
      await pageLocals(server.services, createApp(server.services))(asker()).readViewer(),
    ).toBeNull()
  })

  test('is nobody where the API says so', async () => {
    const refusal = { code: 'not_signed_in', detail: 'Sign in first.' }
    expect(await readViewer(answering(() => Response.json(refusal, { status: 401 })))).toBeNull()
  })

  test.each([503, 500, 429])('is not known where the API answers %i', async (status) => {
    const answer = () => Response.json({ code: 'unavailable', detail: 'Soon.' }, { status })
    await expect(readViewer(answering(answer))).rejects.toMatchObject({ status })
  })

  test('is not known where no answer comes', async () => {
    const broken = answering(() => {
      throw new Error('No connection')
    })
    await expect(readViewer(broken)).rejects.toThrow()
  })
})

test('pages that are closed, or say who is signed in, wait until that is known', () => {
  const waiting = ['/admin/groups', '/user/profile', '/clinic/schedule/staff', '/login', '/login/']
  for (const path of [...waiting, '/account-menu', '/callback', '/logout-success']) {
    expect(saysWhoIsSignedIn(path), path).toBe(true)
  }
  for (const path of ['/', '/services', '/about', '/unavailable']) {
    expect(saysWhoIsSignedIn(path), path).toBe(false)
  }
})
