import type { Described, OpenApiDocument } from './documents.ts'

export function apiDocumentPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => section(path, method, call)),
  )
  const title = escaped(document.info.title)
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"></head>
<body><main><h1>${title}</h1>
<p>${escaped(document.info.description)} The same for programs: <a href="/api/openapi.json">openapi.json</a>.</p>
${calls.join('\n')}
</main></body></html>`
}

function section(path: string, method: string, call: Described): string {
  const rows = call.parameters.map(
    (parameter) =>
      `<li><code>${escaped(parameter.name)}</code> (${parameter.in}${parameter.required ? ', required' : ''})</li>`,
  )
  const answers = Object.entries(call.responses).map(
    ([status, { description }]) => `<li>${status}: ${escaped(description)}</li>`,
  )
  const body = call.requestBody
    ? `<h3>Body</h3><pre>${escaped(JSON.stringify(call.requestBody, null, 2))}</pre>`
    : ''
  return `<section><h2><code>${method.toUpperCase()} ${escaped(path)}</code></h2>
<p>${escaped(call.summary)}. For: ${escaped(call.tags.join(', '))}. ${escaped(call.description ?? '')}</p>
${rows.length > 0 ? `<h3>Parameters and headers</h3><ul>${rows.join('')}</ul>` : ''}
${body}<h3>Answers</h3><ul>${answers.join('')}</ul></section>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
