import type { IncomingFile } from '#lib/contract/operation.ts'
import type { SignedInCall } from '../http/implement.ts'

/** Percent of the file by this name has arrived. */
export type ReportProgress = (progress: number, name: string) => Promise<void>

/** What has arrived is most of the work; the rest is looking at it and storing it. */
const ARRIVED = 90
const STEP = 5

/** Tells the person's pages how far a file is; guests have no channel. */
export const progressTo =
  ({ services, viewer }: SignedInCall): ReportProgress =>
  (progress, name) =>
    services.progress.reportProgress(viewer.uuid, {
      type: 'progress',
      progress,
      name: name.slice(0, 200),
    })

export function uploadProgress(reportProgress: ReportProgress | null) {
  let name = ''
  let reported = 0
  const report = async (progress: number) => {
    if (!reportProgress || progress < reported + STEP) return
    reported = progress
    await reportProgress(progress, name)
  }
  return {
    counted: ({ name: given, expectedBytes }: IncomingFile) => {
      name = given
      return async function* (pieces: AsyncIterable<Uint8Array>) {
        let bytes = 0
        for await (const piece of pieces) {
          bytes += piece.byteLength
          if (expectedBytes) await report(Math.floor((bytes / expectedBytes) * ARRIVED))
          yield piece
        }
      }
    },
    done: () => report(100),
  }
}
