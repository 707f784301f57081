import { describe } from 'vitest'
import { adminResources } from '#lib/contract/admin/admin-resources.ts'
import { some } from '../../amount.ts'
import { runTestServer } from '../test-server.ts'
import { testPromises } from './resource-promises.ts'
import { resourceSamples } from './resource-samples.ts'

/*
 * What every resource of the administration area promises. Who may make which call is
 * `access.test.ts`, hostile values are `hostile-input.test.ts`: both walk the same contract.
 */

const server = await runTestServer()

describe.each(some(adminResources, 5).map((of) => [of.many, of] as const))('%s', (_, of) => {
  testPromises(of, resourceSamples[of.path], () => ({ server }))
})
