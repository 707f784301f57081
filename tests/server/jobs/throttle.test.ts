import { expect, test, vi } from 'vitest'
import { throttle } from '#server/jobs/jobs.ts'

test('what happens again and again is told once a minute, with how often', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const told: [string, number][] = []
  const run = throttle<string>(60_000, (...what) => void told.push(what))
  run('first')
  for (let second = 1; second < 60; second += 1) {
    vi.advanceTimersByTime(1_000)
    run(`after ${second} s`)
  }
  expect(told).toEqual([['first', 0]])
  vi.advanceTimersByTime(1_000)
  run('after a minute')
  vi.advanceTimersByTime(3_600_000)
  run('much later')
  expect(told.slice(1)).toEqual([
    ['after a minute', 59],
    ['much later', 0],
  ])
  vi.useRealTimers()
})
