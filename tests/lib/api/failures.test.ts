import { expect, test } from 'vitest'
import { ApiError } from '#lib/api/api-error.ts'
import { found, isAway } from '#lib/api/failures.ts'

const failure = (status: number) =>
  new ApiError({ status, code: 'unavailable', detail: `Failed with ${status}.` })

test('what is there is handed on', async () => {
  expect(await found(Promise.resolve({ id: 1 }))).toEqual({ id: 1 })
})

test('what is not there, or cannot be asked for, is null', async () => {
  expect(await found(Promise.reject(failure(404)))).toBeNull()
  expect(await found(Promise.reject(failure(400)))).toBeNull()
})

test.each([0, 403, 500, 503])('a failure with %s stays a failure', async (status) => {
  await expect(found(Promise.reject(failure(status)))).rejects.toMatchObject({ status })
})

test('no answer, a fallen server and a crowd are worth waiting for', () => {
  expect([0, 429, 500, 503].map((status) => isAway(failure(status)))).toEqual(Array(4).fill(true))
})

test('a refusal and a fault of ours are not', () => {
  expect([failure(404), failure(403), new TypeError('x is undefined'), null].map(isAway)).toEqual(
    Array(4).fill(false),
  )
})
