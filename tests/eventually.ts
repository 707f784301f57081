import { vi } from 'vitest'

/**
 * Waits until a check passes: half a minute, because a busy machine takes seconds for what is
 * otherwise there at once.
 */
export const eventually = <T>(
  check: () => T | Promise<T>,
  options: { timeout?: number; interval?: number } = {},
): Promise<T> => vi.waitFor(check, { timeout: 120_000, ...options })
