import { Refusal } from '../refusals/refusal.ts'

export type StoredFile = { content: ReadableStream<Uint8Array>; bytes: number }

/**
 * Keys such as `appointment-types/0a1b.webp` have letters, digits, dashes, dots and slashes. All
 * instances share them.
 * @throws Refusal `unavailable`.
 */
export type FileStorage = {
  /** The whole file or nothing. A blob may lie on disk, and is read piece by piece. */
  put: (key: string, content: Uint8Array | Blob, type: string) => Promise<void>
  /** Null where there is none. Cancel content that you do not read. */
  read: (key: string) => Promise<StoredFile | null>
  /** Missing files are ignored. */
  remove: (key: string) => Promise<void>
}

const RETRY_SECONDS = 30

export const storageAway = (cause: unknown) =>
  new Refusal(
    'unavailable',
    'We cannot store or read files at the moment. Try again soon. If this continues, tell your system administrator.',
    { retryAfter: RETRY_SECONDS, cause },
  )
