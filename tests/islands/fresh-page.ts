import { defaultScheduler, notifyManager, onlineManager } from '@tanstack/react-query'
import { act, cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import type { Root } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'
import { stubMedia } from './stub-media.ts'

// Parts of a screen are loaded when they are needed, which takes seconds on a busy machine.
configure({ asyncUtilTimeout: 120_000 })

// Nobody reads where an element was made, and noting it takes a tenth of the time.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
})

Object.assign(globalThis, {
  // React then says what it would not say in production: an update that no test waited for.
  IS_REACT_ACT_ENVIRONMENT: true,
  // By this, waiting for the page goes on where time is faked.
  jest: { advanceTimersByTime: (ms: number) => vi.advanceTimersByTime(ms) },
  // What jsdom lacks, and lists and dialogs ask of a browser; nothing ever changes its size.
  scrollTo: () => undefined,
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
})

Element.prototype.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined

const { pageRoots } = vi.hoisted(() => ({ pageRoots: new Set<Root>() }))

// Some of our modules show something for as long as the page is there, and never take it away.
vi.mock('react-dom/client', async (load) => {
  const client = await load<typeof import('react-dom/client')>()
  const createRoot: typeof client.createRoot = (...given) => {
    const root = client.createRoot(...given)
    pageRoots.add(root)
    return root
  }
  return { ...client, createRoot }
})

let errors: MockInstance<typeof console.error>

/** Every test starts with an empty page in a wide window and fails on an unexpected `console.error`. */
beforeEach(() => {
  stubMedia(false)
  errors = vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterEach(() => {
  cleanup()
  const said = errors.mock.calls
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  notifyManager.setScheduler(defaultScheduler)
  onlineManager.setOnline(true)
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', '/')
  expect(said).toEqual([])
})

/** The files of a process share its page: each leaves it as new. */
afterAll(() => {
  act(() => {
    for (const root of pageRoots) root.unmount()
  })
  for (const element of [document.documentElement, document.body]) {
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  }
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = ''
  // What our own modules remember belongs to the page that is gone.
  vi.resetModules()
})
