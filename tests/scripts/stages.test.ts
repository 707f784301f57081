import { expect, test } from 'vitest'
import { allOf } from '../../scripts/stages.mjs'

test('of works done at once one that fails stops no other, and is told of once all have ended', async () => {
  const ended: string[] = []
  const slow = Promise.withResolvers<void>()
  const done = allOf([
    async () => {
      slow.resolve()
      throw new Error('the first one failed')
    },
    async () => {
      await slow.promise
      await new Promise((next) => setImmediate(next))
      ended.push('the second')
    },
  ])
  await expect(done).rejects.toThrow('the first one failed')
  expect(ended).toEqual(['the second'])
})
