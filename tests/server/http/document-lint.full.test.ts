import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { openApiDocument } from '#server/http/documents.ts'
import { testSettings } from '../test-server.ts'

/* The OpenAPI document keeps the recommended rules of a linter that its readers use, too. */

const settings = testSettings({
  PUBLIC_URL: 'https://booking.carelane.test',
  OIDC_ISSUER: 'https://provider.carelane.test',
  OIDC_CLIENT_ID: 'carelane',
})

const EXCEPTIONS = {
  // Every path is written with a slash at its end.
  'no-path-trailing-slash': 'off',
  // A window that signs in or out goes on to another address: 302 is all that it is answered with.
  'operation-2xx-response': 'off',
} as const

test('the OpenAPI document has nothing that a linter finds wrong', async () => {
  const config = await createConfig({ extends: ['recommended'], rules: EXCEPTIONS })
  const source = JSON.stringify(openApiDocument(settings))
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  const found = problems.map(
    ({ ruleId, message, location: [place] }) => `${ruleId}: ${message} (${place?.pointer})`,
  )
  expect(found.slice(0, 20)).toEqual([])
})
