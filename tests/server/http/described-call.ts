import type { z } from 'zod'
import { send } from '../send.ts'

export type DescribedSchema = Parameters<typeof z.fromJSONSchema>[0]
export type DescribedCall = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: { name: string; in: string; required: boolean; schema: DescribedSchema }[]
  requestBody?: { content: { 'application/json': { schema: DescribedSchema } } }
  responses: Record<string, { content?: Record<string, { schema: DescribedSchema }> }>
}
type ApiDocument = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, DescribedCall>>
  webhooks: Record<string, { post: object }>
  tags: { name: string }[]
  components: {
    schemas: Record<string, DescribedSchema>
    securitySchemes: Record<string, { type: string; in: string; name: string }>
  }
}

/** What openapi.json says, in whole and of each call. */
export async function readDocument(server: { url: string }) {
  const answer = await send(server, 'GET', '/api/openapi.json')
  const document = answer.body as unknown as ApiDocument
  const described = (key: string): DescribedCall => {
    const [method = '', path = ''] = key.split(' ')
    return document.paths[`/${path}`]?.[method.toLowerCase()] as DescribedCall
  }
  return { answer, document, described }
}
