import { vi } from 'vitest'

/** The width of the window, which jsdom does not have. */
export const stubMedia = (isNarrow: boolean) =>
  vi.stubGlobal('matchMedia', () => ({
    matches: isNarrow,
    addEventListener() {},
    removeEventListener() {},
  }))
