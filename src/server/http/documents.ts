import { z } from 'zod'
import { contract } from '#lib/contract/contract.ts'
import { errorStatus } from '#lib/contract/errors.ts'
import type { Operation, Upload } from '#lib/contract/operation.ts'
import type { Settings } from '../settings.ts'

type Schema = Record<string, unknown>
type Described = {
  summary: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  responses: Record<string, { description: string }>
  requestBody?: unknown
}
export type OpenApiDocument = {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  components: Schema
}

const ERROR_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['code', 'detail'],
    properties: {
      code: { type: 'string', enum: Object.keys(errorStatus) },
      detail: { type: 'string' },
    },
  },
  FieldErrors: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  },
}

/** The OpenAPI 3.1 description of every call, made from the contract's schemas. */
export function openApiDocument(settings: Settings): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [key, definition] of Object.entries(contract) as [string, Operation][]) {
    const [method = '', path = ''] = key.split(' ')
    const here = paths[`/${path}`] ?? {}
    here[method.toLowerCase()] = describeCall(definition)
    paths[`/${path}`] = here
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${settings.PRODUCT_NAME} API`,
      version: '1',
      description: 'Instants are ISO 8601 in UTC; durations are minutes; lists are paged.',
    },
    servers: [{ url: `${settings.publicUrl}/api` }],
    paths,
    components: { schemas: ERROR_SCHEMAS },
  }
}

/** What any expensive call may be refused with (docs/decisions/0045). */
const AT_THE_GATE = ['too_many_requests', 'busy'] as const

function describeCall(definition: Operation): Described {
  const errors = Object.groupBy(
    ['invalid' as const, ...(definition.cost ? AT_THE_GATE : []), ...(definition.errors ?? [])],
    (code) => errorStatus[code],
  )
  return {
    summary: definition.summary,
    tags: [definition.audience],
    parameters: [
      ...parameters('path', definition.params),
      ...parameters('query', definition.query),
      ...Object.entries(definition.headers ?? {}).map(([name, need]) => ({
        name,
        in: 'header',
        required: need === 'required',
        schema: { type: 'string' },
      })),
    ],
    ...(definition.body && {
      requestBody: { required: true, content: json(schemaOf(definition.body, 'input')) },
    }),
    ...(definition.upload && {
      requestBody: { required: true, content: multipart(definition.upload) },
    }),
    responses: {
      [definition.status]: {
        description: 'Done',
        ...(definition.response && { content: json(schemaOf(definition.response, 'output')) }),
        ...(definition.file && { content: { [definition.file]: { schema: { type: 'string' } } } }),
      },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, codes]) => [
          status,
          {
            description: [...new Set(codes)].join(', '),
            content: json({
              $ref: `#/components/schemas/${status === '400' ? 'FieldErrors' : 'Error'}`,
            }),
          },
        ]),
      ),
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern) jsonSchema.pattern = plainPattern(jsonSchema.pattern)
    },
  })
  return rest
}

/** Many readers of JSON Schema compile patterns without the Unicode flag, which `\p{…}` needs. */
const plainPattern = (pattern: string) =>
  pattern.replaceAll('[^\\p{Cc}\\p{Cs}]', '[^\\u0000-\\u001f\\u007f-\\u009f]')

const multipart = ({ field, types, beside }: Upload) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [field],
      properties: {
        ...(beside && (schemaOf(beside, 'input')['properties'] as object)),
        [field]: { type: 'string', format: 'binary' },
      },
    },
    encoding: { [field]: { contentType: types.join(', ') } },
  },
})

const json = (schema: Schema) => ({ 'application/json': { schema } })

/** The same, to read: one section for each call. */
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
<p>${escaped(call.summary)}. For: ${escaped(call.tags.join(', '))}.</p>
${rows.length > 0 ? `<h3>Parameters and headers</h3><ul>${rows.join('')}</ul>` : ''}
${body}<h3>Answers</h3><ul>${answers.join('')}</ul></section>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
