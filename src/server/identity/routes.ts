import * as oidc from 'openid-client'
import { audit, toAuditActor } from '../audit/audit.ts'
import type { Call, Handlers, SignedInCall } from '../http/implement.ts'
import { isFromElsewhere } from '../http/request-context.ts'
import { invalid, notFound } from '../refusals/refusal.ts'
import { noSessionCookie, providerTextCookie, sessionToken } from './cookies.ts'
import { pinInRequest, setOwnPin, verifyPin } from './pin.ts'
import { endSessionByToken, endSessions, listSessions, readSession } from './sessions.ts'
import { beginSignIn, explainSignIn, finishSignIn } from './sign-in.ts'

export const identityRoutes = {
  'GET private/login-callback/': async ({ query }, call) => {
    const answer = new URLSearchParams(query as Record<string, string>)
    try {
      // The answer counts by the state in a cookie, because the provider may be anywhere.
      if (answer.has('code') || answer.has('error')) return await finishSignIn(call, answer)
      if (isFromElsewhere(call.fetchSite)) return { to: '/login', cookies: [] }
      const { db, settings } = call.services
      const viewer = await readSession(db, settings, sessionToken(settings, call.cookies))
      if (viewer?.isFresh) return { to: '/callback', cookies: [] }
      return await beginSignIn(call, viewer !== null)
    } catch (error) {
      // Logs the kind of fault only, because the rest can name people.
      const { settings, log } = call.services
      const explained = explainSignIn(error)
      const { code, name } = error as { code?: unknown; name?: unknown }
      log.warn(
        { requestId: call.requestId, error: explained.code, reason: code ?? name },
        'sign-in failed',
      )
      return {
        to: `/callback?${new URLSearchParams({ error: explained.code })}`,
        cookies: explained.words
          ? [providerTextCookie(settings, explained.code, explained.words)]
          : [],
      }
    }
  },

  'GET private/logout': async (_request, call) => {
    if (isFromElsewhere(call.fetchSite)) return { to: '/', cookies: [] }
    const { db, settings, log } = call.services
    const ended = await db
      .transaction()
      .execute(async (tx) => {
        const session = await endSessionByToken(tx, sessionToken(settings, call.cookies))
        if (session) await auditEnd(tx, call, session, {})
        return session
      })
      .catch((error: unknown) => {
        // Unused, the session ends by itself.
        log.warn({ requestId: call.requestId, err: error }, 'a session was not ended')
        return undefined
      })
    return {
      to: await endAtProvider(call, ended?.idToken),
      cookies: [noSessionCookie(settings)],
    }
  },

  'GET private/is-logged-in/': async (_request, { viewer }) => ({
    id: viewer.personId,
    uuid: viewer.uuid,
    full_name: viewer.fullName,
    permissions: [...viewer.permissions],
    is_staff: viewer.isStaff,
    is_superuser: viewer.isSuperuser,
    staff_id: viewer.staffId,
    expires_at: viewer.expiresAt.toISOString(),
    is_fresh: viewer.isFresh,
  }),

  'GET private/sessions/': async (_request, { services, viewer }) => {
    const rows = await listSessions(services.db, services.settings, viewer.personId)
    return {
      count: rows.length,
      results: rows.map((row) => ({
        id: row.id,
        is_current: row.id === viewer.sessionId,
        browser: row.browser,
        source: row.source,
        created: row.created.toISOString(),
        last_seen: row.last_seen.toISOString(),
        expires_at: row.expires_at.toISOString(),
      })),
    }
  },

  'DELETE private/sessions/{id}/': async ({ params }, call) => {
    const ended = await end(call, { only: params.id })
    if (ended === 0) throw notFound('This session')
  },

  'GET admin/validate_clinician_pin_code/': async ({ query }, call) => {
    const pin = pinInRequest(call, query)
    if (pin === undefined) throw invalid({ pin_code: ['Enter the PIN of this clinician'] })
    return { valid: await verifyPin(call, query.staff_id, pin) }
  },

  'PUT private/pin/': ({ body }, call) => setOwnPin(call, body),

  'DELETE private/sessions/': async (_request, call) => {
    await end(call, { allBut: call.viewer.sessionId })
  },
} satisfies Handlers

function end(call: SignedInCall, which: Parameters<typeof endSessions>[2]): Promise<number> {
  return call.services.db.transaction().execute(async (tx) => {
    const ended = await endSessions(tx, call.viewer.personId, which)
    if (ended > 0) await auditEnd(tx, call, call.viewer, { sessions: ended })
    return ended
  })
}

const auditEnd = (
  tx: Parameters<typeof audit>[0],
  call: Call,
  scope: Parameters<typeof toAuditActor>[0],
  change: Record<string, number>,
) =>
  audit(tx, call, {
    actor: toAuditActor(scope),
    action: 'session.ended',
    subjectType: 'person',
    subjectId: scope.personId,
    patientId: scope.personId,
    change,
  })

async function endAtProvider(call: Call, idToken: string | undefined): Promise<string> {
  const { settings, provider } = call.services
  const after = `${settings.publicUrl}/logout-success`
  try {
    const configuration = await provider.configuration()
    if (!configuration.serverMetadata().end_session_endpoint) return after
    return oidc.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: after,
      ...(idToken && { id_token_hint: idToken }),
    }).href
  } catch {
    return after
  }
}
