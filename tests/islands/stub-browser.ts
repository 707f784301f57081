import { vi } from 'vitest'

/** What jsdom lacks, and lists and dialogs ask of a browser; nothing ever changes its size. */
export function stubBrowser(): void {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
}
