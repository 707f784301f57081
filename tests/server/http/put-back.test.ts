import { describe, expect, test } from 'vitest'
import { contract, type OperationKey } from '#lib/contract/contract.ts'
import { profileDetails } from '../clinic-factory.ts'
import { insertRow } from '../rows.ts'
import { addSignedIn } from '../signed-in.ts'
import { runTestServer } from '../test-server.ts'
import { call, distinct, makeSample, operations, type Sample } from './operation-samples.ts'

/*
 * What was read can be sent back as it was: a client changes one field of an answer and sends all of
 * it. What nobody writes is ignored, and what is no field at all is still refused.
 */

const server = await runTestServer()

const readAndReplaced = operations.flatMap(([key]) => {
  const read = key.replace('PUT', 'GET') as OperationKey
  return key.startsWith('PUT') && read in contract ? [[key, read] as const] : []
})

test('there are such calls of every audience', () => {
  expect(new Set(readAndReplaced.map(([key]) => contract[key].audience))).toEqual(
    new Set(['guest', 'private', 'admin']),
  )
})

/** A record to read and to replace, of somebody who may do both. */
async function makeRecord(read: OperationKey): Promise<Sample> {
  const sample = await makeSample(server, read)
  // Saved texts are a person's own.
  const isOwn = read === 'GET admin/advicesnippets/{id}/'
  if (isOwn || contract[read].audience !== 'admin') return sample
  return { ...sample, headers: (await superuser()).headers }
}

const superuser = () =>
  addSignedIn(server, { person: { is_staff: true, is_superuser: true }, clinician: true })

describe.each(distinct(readAndReplaced))('%s', (key, read) => {
  test('takes what was read, and nothing has changed', async () => {
    const sample = await makeRecord(read)
    const before = await completed(key, sample, await call(server, read, sample))
    const answer = await call(server, key, { ...sample, body: withReason(key, before) })
    expect(answer.status, answer.text).toBe(200)
    // Saving every few seconds does not send the form back each time.
    if (key.endsWith('/savedforms/{id}/')) expect(before).toMatchObject(answer.body)
    else expect(answer.body).toEqual(before)
    expect((await call(server, read, sample)).body).toEqual(before)
  })

  test('refuses what is no field of it, and the record of another address', async () => {
    const sample = await makeRecord(read)
    const before = await completed(key, sample, await call(server, read, sample))
    const body = withReason(key, before)
    const odd = await call(server, key, { ...sample, body: { ...body, unheard_of: 1 } })
    expect(odd.body).toMatchObject({ unheard_of: ['This field is not known.'] })
    for (const id of [Number(body['id']) + 1, String(body['id']), null]) {
      const answer = await call(server, key, { ...sample, body: { ...body, id } })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        id: ['This is not the id of the record at this address.'],
      })
    }
  })
})

/** A correction says why. */
const withReason = (key: OperationKey, body: NonNullable<Sample['body']>) =>
  key === 'PUT admin/vaccinationhistories/{id}/' ? { ...body, reason: 'As it was' } : body

/** Whoever signs in here has told nothing about themselves yet, which a profile must have. */
async function completed(key: OperationKey, sample: Sample, read: { body: Sample['body'] }) {
  if (key !== 'PUT private/users/{id}/') return read.body ?? {}
  const { id } = await insertRow(server.database.db, 'allergy', {
    name: `Wasp stings ${sample.params?.['id']}`,
  })
  const body = { ...profileDetails(), allergies: [id] }
  return (await call(server, key, { ...sample, body })).body
}
