import { text } from 'node:stream/consumers'
import type Provider from 'oidc-provider'

export type IssuerPerson = {
  /** Their `sub`, unless the client's subjects are pairwise. */
  subject: string
  claims: { name: string; [claim: string]: unknown }
}

/** One button for each person, and one to cancel. */
export function signInPages(
  provider: Provider,
  people: readonly IssuerPerson[],
): Parameters<Provider['use']>[0] {
  return async (context, next) => {
    if (!context.path.startsWith('/sign-in/')) return await next()
    const { prompt } = await provider.interactionDetails(context.req, context.res)
    if (context.method === 'GET' && prompt.name !== 'consent') {
      context.type = 'html'
      context.body = formatPage(context.path, people)
      return
    }
    const form = new URLSearchParams(await text(context.req))
    const cancelled = { error: 'access_denied', error_description: 'The person cancelled' }
    const person = form.get('person')
    const result =
      prompt.name === 'consent'
        ? { consent: {} }
        : person
          ? { login: { accountId: person } }
          : cancelled
    context.status = 303
    context.redirect(await provider.interactionResult(context.req, context.res, result))
  }
}

function formatPage(action: string, people: readonly IssuerPerson[]): string {
  const buttons = people.map(
    ({ subject, claims }) =>
      `<p><button name="person" value="${subject}">${claims.name}</button></p>`,
  )
  return `<!doctype html><html lang="en"><title>Test identity provider</title>
<h1>Test identity provider</h1>
<form method="post" action="${action}">${buttons.join('\n')}
<p><button name="cancel" value="yes">Cancel</button></p></form></html>`
}
