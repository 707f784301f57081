import { z } from 'zod'
import { contract } from '#lib/contract/contract.ts'
import { type ErrorCode, errorStatus } from '#lib/contract/errors.ts'
import type { HeaderName, Operation, Upload } from '#lib/contract/operation.ts'
import { readOnlyFields } from '#lib/contract/read-only-fields.ts'
import { deliveredEvents, webhookPayload } from '#lib/contract/webhook-events.ts'
import { webhookEventLabels } from '#lib/webhooks/webhook-event-labels.ts'
import { sessionCookieName } from '../identity/cookies.ts'
import type { Settings } from '../settings.ts'

type Schema = Record<string, unknown>
export type Described = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  responses: Record<string, { description: string }>
  requestBody?: unknown
}
export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    license: { name: string; identifier: string }
    description: string
  }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Described>>
  webhooks: ReturnType<typeof describeWebhooks>
  components: Schema
}

const ERROR_SCHEMAS = {
  Error: {
    type: 'object',
    required: ['code', 'detail'],
    properties: {
      code: { type: 'string', enum: Object.keys(errorStatus) },
      detail: { type: 'string' },
      free_times: {
        type: 'array',
        description: 'What can be booked instead, where joining a waiting list is refused for it.',
        items: {
          type: 'object',
          required: ['start', 'site'],
          properties: {
            start: { type: 'string', format: 'date-time' },
            site: {
              type: 'object',
              required: ['id', 'slug', 'name'],
              properties: {
                id: { type: 'integer' },
                slug: { type: 'string' },
                name: { type: 'string' },
              },
            },
          },
        },
      },
    },
  },
  FieldErrors: {
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
  },
}

export function openApiDocument(settings: Settings): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {}
  for (const [key, definition] of Object.entries(contract) as [string, Operation][]) {
    const [method = '', path = ''] = key.split(' ')
    const here = paths[`/${path}`] ?? {}
    here[method.toLowerCase()] = describeCall(key, definition)
    paths[`/${path}`] = here
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${settings.PRODUCT_NAME} API`,
      version: '1',
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Instants are ISO 8601 in UTC; durations are minutes; lists are paged.',
    },
    servers: [{ url: `${settings.publicUrl}/api` }],
    tags: Object.entries(audienceTexts).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: describeWebhooks(),
    components: { schemas: ERROR_SCHEMAS, securitySchemes: securitySchemes(settings) },
  }
}

const securitySchemes = (settings: Settings) => ({
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookieName(settings),
    description:
      'A person who has signed in by private/login-callback/. A request that changes something also says by Origin or Sec-Fetch-Site that it comes from our own pages.',
  },
  guest: {
    type: 'apiKey',
    in: 'header',
    name: 'Guest-User-Access-Token' satisfies HeaderName,
    description: 'The guest_access_token of a guest user, or the access_token of one appointment.',
  },
})

const proofs: Record<Operation['audience'], Described['security']> = {
  public: [],
  guest: [{ guest: [] }],
  private: [{ session: [] }],
  admin: [{ session: [] }],
}

/** Refusals of expensive calls (docs/decisions/0045). */
const AT_THE_GATE = ['too_many_requests', 'busy'] as const

function describeCall(key: string, definition: Operation): Described {
  const [method = ''] = key.split(' ')
  const description = permissionsNeeded(definition)
  const errors = Object.groupBy(
    [
      'invalid' as const,
      ...(definition.cost ? AT_THE_GATE : []),
      ...(definition.freshSignIn ? (['sign_in_again'] as const) : []),
      ...(definition.errors ?? []),
    ],
    (code) => errorStatus[code],
  )
  return {
    operationId: operationId(key),
    summary: definition.summary,
    ...(description !== undefined && { description }),
    tags: [definition.audience],
    security: proofs[definition.audience],
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
      requestBody: {
        required: !definition.body.safeParse({}).success,
        content: json(bodySchema(definition.body, readOnlyFields(key))),
      },
    }),
    ...(definition.upload && {
      requestBody: { required: true, content: multipart(definition.upload) },
    }),
    responses: {
      [definition.status]: {
        description: answerTexts(definition, method),
        ...responseContent(definition),
      },
      ...Object.fromEntries(
        Object.entries(errors).map(([status, codes]) => [
          status,
          {
            description: refusalTexts(codes),
            content: json({
              $ref: `#/components/schemas/${status === '400' ? 'FieldErrors' : 'Error'}`,
            }),
          },
        ]),
      ),
    },
  }
}

function responseContent({ file, response }: Operation) {
  if (response) return { content: json(toJsonSchema(response, 'output')) }
  return file && { content: { [toMediaRange(file)]: { schema: { type: 'string' } } } }
}

const toMediaRange = (type: string) => (type === 'application/octet-stream' ? '*/*' : type)

/** Read-only fields are accepted and ignored. */
function bodySchema(body: z.ZodObject, readOnly: object): Schema {
  const { properties = {}, ...written } = toJsonSchema(body, 'input') as { properties?: object }
  const ignored = Object.keys(readOnly).map((field) => [field, { readOnly: true }])
  return { ...written, properties: { ...properties, ...Object.fromEntries(ignored) } }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
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

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.pattern) jsonSchema.pattern = plainPattern(jsonSchema.pattern)
      nameRequired(jsonSchema)
    },
  })
  return rest
}

function nameRequired(schema: z.core.JSONSchema.BaseSchema): void {
  if (!schema.propertyNames || !schema.required) return
  const value = schema.additionalProperties ?? {}
  schema.properties = Object.fromEntries(schema.required.map((name) => [name, value]))
  schema.additionalProperties = false
  delete schema.propertyNames
}

/** Many readers of JSON Schema compile patterns without the Unicode flag, which `\p{…}` needs. */
const plainPattern = (pattern: string) =>
  pattern.replaceAll('[^\\p{Cc}\\p{Cs}]', '[^\\u0000-\\u001f\\u007f-\\u009f]')

const multipart = ({ field, types, uploadFields }: Upload) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: [field],
      properties: {
        ...(uploadFields && (toJsonSchema(uploadFields, 'input')['properties'] as object)),
        [field]: { type: 'string', format: 'binary' },
      },
    },
    encoding: { [field]: { contentType: types.join(', ') } },
  },
})

const json = (schema: Schema) => ({ 'application/json': { schema } })

type Audience = Operation['audience']

const audienceTexts: Record<Audience, string> = {
  public: 'Calls that everybody may make.',
  guest: 'Calls for a guest, or for the holder of an appointment’s link: their own records.',
  private: 'Calls for the person who is signed in: their own records.',
  admin: 'Calls for staff. Each names the permissions that it takes.',
}

function permissionsNeeded(definition: Operation): string | undefined {
  const { permission, orPermission, andPermission } = definition
  if (permission === undefined) return undefined
  const either = orPermission === undefined ? permission : `${permission} or ${orPermission}`
  return `Takes ${either}${andPermission === undefined ? '' : `, and ${andPermission}`}.`
}

const errorTexts: Record<ErrorCode, string> = {
  invalid: 'something in the request is not right, said by field',
  not_signed_in: 'nobody is signed in, or the token opens nothing',
  sign_in_again: 'signed in too long ago for this: sign in again, then repeat it',
  not_allowed: 'the caller may not do this',
  not_found: 'there is no such record, or none that the caller may see',
  slot_taken: 'the time is no longer free',
  conflict: 'the state of the record does not allow it',
  stale: 'somebody has changed the record since it was read',
  too_large: 'the body is too large',
  unsupported_media_type: 'the body is of a type that this call does not take',
  too_many_requests: 'too many requests; Retry-After says when to try again',
  internal: 'a fault of the server',
  unavailable: 'something that this needs is away for the moment',
  busy: 'too much at once; Retry-After says when to try again',
}

const refusalTexts = (codes: readonly ErrorCode[]) =>
  [...new Set(codes)].map((code) => `${code}: ${errorTexts[code]}`).join('; ')

function answerTexts({ status, file, response }: Operation, method: string): string {
  if (file) return 'The file.'
  if (status === 201) return 'It is created; the answer has it.'
  if (status === 204) return 'It is done; the answer has no body.'
  if (status === 302) return 'The window goes on to the address of the Location header.'
  if (method === 'GET') return 'What was asked for.'
  return response ? 'It is done; the answer says how things stand now.' : 'It is done.'
}

function operationId(key: string): string {
  const [method = '', path = ''] = key.split(' ')
  const words = path.replace(/\{(\w+)\}/g, 'by-$1').split(/[^a-zA-Z0-9]+/)
  return (
    method.toLowerCase() +
    words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  )
}

type DescribedWebhook = {
  operationId: string
  summary: string
  security: never[]
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody: object
  responses: Record<string, { description: string }>
}

const header = (name: string, format: string) => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'string', description: format },
})

const headers = [
  header('webhook-id', 'The same with each try'),
  header('webhook-timestamp', 'Of this try, in seconds since 1970'),
  header('webhook-signature', 'Of Standard Webhooks: one v1 for each secret, parted by spaces'),
]

const describeWebhooks = (): Record<string, { post: DescribedWebhook }> =>
  Object.fromEntries(
    deliveredEvents.map((event) => {
      const { $schema: _, ...schema } = z.toJSONSchema(webhookPayload(event))
      const post: DescribedWebhook = {
        operationId: event.replace(/[._](\w)/g, (_match, letter: string) => letter.toUpperCase()),
        summary: webhookEventLabels[event],
        security: [],
        parameters: headers,
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: {
          '2XX': { description: 'It was received. Anything else is tried again.' },
          '410': { description: 'No more is wanted: the webhook is switched off.' },
        },
      }
      return [event, { post }]
    }),
  )
