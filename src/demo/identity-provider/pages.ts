import { html, raw } from 'hono/html'
import { DEMO_PROVIDER_PATH } from '#server/settings.ts'
import { DEMO_PASSWORD, type DemoPerson } from './people.ts'

export type Markup = ReturnType<typeof html>

export const STYLE_PATH = `${DEMO_PROVIDER_PATH}/pages.css`
export const SUBMIT_PATH = `${DEMO_PROVIDER_PATH}/submit.js`

export const SUBMIT_SCRIPT = "document.querySelector('[data-submit]').click()\n"

export type SignInForm = {
  action: string
  people: readonly DemoPerson[]
  email: string
  errors: { email?: string | undefined; password?: string | undefined; form?: string | undefined }
}

export function signInPage(product: string, { action, people, email, errors }: SignInForm) {
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
