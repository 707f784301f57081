import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { stubMedia } from '../stub-media.ts'

/** React then says what it would not say in production: an update that no test waited for. */
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let errors: MockInstance<typeof console.error>

/** Every island test starts with an empty page in a wide window and fails on an unexpected `console.error`. */
beforeEach(() => {
  stubMedia(false)
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  const said = errors.mock.calls
  vi.useRealTimers()
  vi.restoreAllMocks()
  expect(said).toEqual([])
})
