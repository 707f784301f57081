import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { html, raw } from 'hono/html'
import type Provider from 'oidc-provider'
import { countedSource, incomingSource } from '#server/http/request-context.ts'
import { clearFailures, countFailure, forgiveFailure } from '#server/identity/attempts.ts'
import { Refusal } from '#server/refusals/refusal.ts'
import type { Services } from '#server/services.ts'
import { DEMO_PROVIDER_PATH } from '#server/settings.ts'
import type { Context, Middleware } from './middleware.ts'
import { DEMO_PASSWORD, type DemoPerson, demoPeople, demoPerson } from './people.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

const LARGEST_FORM_BYTES = 8 * 1024

type Errors = SignInForm['errors']
type Outcome = { person: DemoPerson } | { status: number; errors: Errors; retryAfter?: number }

/**
 * Serves the pages on which people say who they are, at `/interaction/{uid}`. Only the browser that
 * was sent there has the cookie that makes the address work, so another site can neither open nor
 * send its form.
 */
export function signInPages(provider: Provider, services: Services): Middleware {
  return async (context, next) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(context.path)?.[1]
    if (!uid || !['GET', 'HEAD', 'POST'].includes(context.method)) return await next()
    const { prompt, params } = await provider.interactionDetails(context.req, context.res)
    context.set('Cache-Control', 'no-store')
    // There is one client, our own, so it may know what it asks for.
    if (prompt.name === 'consent') return await goOn(provider, context, { consent: {} })
    if (context.method !== 'POST') {
      const { login_hint: hint } = params
      return await show(context, services, uid, typeof hint === 'string' ? hint : '', {})
    }
    const form = await readForm(context.req)
    const outcome = await identify(form, context.req, services)
    if ('person' in outcome) {
      const { username } = outcome.person
      const amr = form.has('person') ? [] : ['pwd']
      // Like the site's own session, it ends when the browser is closed.
      return await goOn(provider, context, { login: { accountId: username, amr, remember: false } })
    }
    context.status = outcome.status
    if (outcome.retryAfter) context.set('Retry-After', String(outcome.retryAfter))
    await show(context, services, uid, form.get('email') ?? '', outcome.errors)
  }
}

async function show(
  context: Context,
  { db, settings }: Services,
  uid: string,
  email: string,
  errors: Errors,
): Promise<void> {
  const action = `${DEMO_PROVIDER_PATH}/interaction/${uid}`
  const people = await demoPeople(db)
  context.type = 'html'
  context.body = await signInPage(settings.PRODUCT_NAME, { action, people, email, errors })
}

async function goOn(
  provider: Provider,
  context: Context,
  result: Parameters<Provider['interactionResult']>[2],
): Promise<void> {
  context.status = 303
  context.redirect(await provider.interactionResult(context.req, context.res, result))
}

async function identify(
  form: URLSearchParams,
  request: IncomingMessage,
  services: Services,
): Promise<Outcome> {
  const chosen = form.get('person')
  if (chosen !== null) {
    const person = await demoPerson(services.db, chosen)
    return person
      ? { person }
      : { status: 422, errors: { form: 'Choose one of the demonstration people' } }
  }
  const email = (form.get('email') ?? '').trim().toLowerCase()
  const password = form.get('password') ?? ''
  if (email === '' || password === '') {
    return {
      status: 422,
      errors: {
        email: email === '' ? 'Enter your email address' : undefined,
        password: password === '' ? 'Enter your password' : undefined,
      },
    }
  }
  try {
    return await checkPassword(email, password, request, services)
  } catch (error) {
    if (!(error instanceof Refusal) || error.retryAfter === undefined) throw error
    const { status, message, retryAfter } = error
    return { status, errors: { form: message }, retryAfter }
  }
}

/** Counts the try ahead, so that many at once do not get past the limit. @throws Refusal beyond it. */
async function checkPassword(
  email: string,
  password: string,
  request: IncomingMessage,
  { db, settings }: Services,
): Promise<Outcome> {
  const address = incomingSource(request, settings.TRUSTED_PROXIES)
  // Like every limit of a source, it is off where all requests come from one: then each person is
  // counted, whom anybody could keep out. The list of people lets them in all the same.
  const isBySource = settings.RATE_LIMITS === 'on' && address !== null
  const kind = isBySource ? 'demo-password-source' : 'demo-password'
  const subject = isBySource ? countedSource(address) : email
  await countFailure(db, kind, subject)
  const isRight = isDemoPassword(password)
  const person = (await demoPeople(db)).find(({ signInEmail }) => signInEmail === email)
  if (!person || !isRight) {
    return { status: 422, errors: { form: 'The email address or password is incorrect' } }
  }
  // The other failures of a place may be somebody else's.
  await (isBySource ? forgiveFailure : clearFailures)(db, kind, subject)
  return { person }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > LARGEST_FORM_BYTES) {
      throw new Refusal('too_large', 'The form is too large.')
    }
  }
  return new URLSearchParams(text)
}

export type Markup = ReturnType<typeof html>

export const STYLE_PATH = `${DEMO_PROVIDER_PATH}/pages.css`
export const SUBMIT_PATH = `${DEMO_PROVIDER_PATH}/submit.js`

export const SUBMIT_SCRIPT = "document.querySelector('[data-submit]').click()\n"

type SignInForm = {
  action: string
  people: readonly DemoPerson[]
  email: string
  errors: { email?: string | undefined; password?: string | undefined; form?: string | undefined }
}

function signInPage(product: string, { action, people, email, errors }: SignInForm) {
  const hasErrors = Object.values(errors).some(Boolean)
  return page(
    product,
    hasErrors ? 'Error: Sign in' : 'Sign in',
    html`${hasErrors && errorSummary(errors)}
<h1>Sign in</h1>
<p class="banner">This is a demonstration with made-up people. Do not use a password of your own.</p>
<form method="post" action="${action}" novalidate>
${field({
  name: 'email',
  label: 'Email',
  error: errors.email,
  input: html`type="email" autocomplete="username" value="${email}"`,
})}
${field({
  name: 'password',
  label: 'Password',
  error: errors.password,
  input: html`type="password" autocomplete="current-password"`,
})}
<button class="button">Sign in</button>
</form>
<section aria-labelledby="people">
<h2 id="people">Demonstration people</h2>
<p>Choose one of these people to sign in as them. Their password is <code>${DEMO_PASSWORD}</code>.</p>
<form method="post" action="${action}">
<ul class="people">
${people.map(
  (person) => html`<li><button class="person" name="person" value="${person.username}">
<strong>${person.name}</strong> <span>${person.role}</span></button>
<p class="hint">${person.signInEmail}</p></li>
`,
)}
</ul>
</form>
</section>`,
  )
}

export function signOutPage(
  product: string,
  { form, isAsking }: { form: string; isAsking: boolean },
) {
  const title = isAsking ? `Do you want to sign out of ${product}?` : 'Signing out'
  return page(
    product,
    title,
    html`<h1>${title}</h1>
${raw(form)}
<p class="buttons"><button class="button" form="op.logoutForm" name="logout" value="yes"${
      isAsking ? '' : raw(' data-submit')
    }>Sign out</button>
${isAsking && html`<button class="button quiet" form="op.logoutForm">Stay signed in</button>`}</p>`,
    { submits: !isAsking },
  )
}

export function handingOnPage(product: string, form: string) {
  return page(product, 'One moment', html`<h1>One moment</h1>${raw(form)}`, { submits: true })
}

export function messagePage(
  product: string,
  { title, paragraphs }: { title: string; paragraphs: readonly string[] },
) {
  return page(
    product,
    title,
    html`<h1>${title}</h1>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
<p><a href="/">Go to ${product}</a></p>`,
  )
}

function field(of: { name: string; label: string; error: string | undefined; input: Markup }) {
  const id = `${of.name}-error`
  return html`<div class="field${of.error ? ' invalid' : ''}">
<label for="${of.name}">${of.label}</label>
${of.error && html`<p id="${id}" class="error"><span class="hidden">Error: </span>${of.error}</p>`}
<input id="${of.name}" name="${of.name}" required ${of.input}${
    of.error ? html` aria-invalid="true" aria-describedby="${id}"` : ''
  }>
</div>`
}

function errorSummary({ form, ...fields }: SignInForm['errors']) {
  return html`<section class="summary" tabindex="-1" autofocus aria-labelledby="problem">
<h2 id="problem">There is a problem</h2>
<ul>
${form && html`<li>${form}</li>`}
${Object.entries(fields).map(
  ([name, message]) => message && html`<li><a href="#${name}">${message}</a></li>`,
)}
</ul>
</section>`
}

export async function page(
  product: string,
  title: string,
  body: Markup,
  { submits = false, area = 'demonstration sign-in' } = {},
) {
  const document = html`<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${product} – ${title}</title>
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="stylesheet" href="${STYLE_PATH}">
${submits && html`<script src="${SUBMIT_PATH}" defer></script>`}
</head>
<body>
<header><p>${product} <span>${area}</span></p></header>
<main>
${body}
</main>
</body>
</html>`
  return String(await document)
}

/** Takes as long whatever was typed. */
function isDemoPassword(typed: string): boolean {
  return timingSafeEqual(digest(typed), digest(DEMO_PASSWORD))
}
