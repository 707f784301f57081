import type { ImportAnswer } from '#lib/contract/admin/import.ts'
import { type Answer, send } from '../send.ts'
import type { TestServer } from '../test-server.ts'
import { csvForm } from './resource-samples.ts'

export type File = string | Uint8Array

type Sent = {
  headers: Record<string, string>
  /** What is said beside the file. */
  beside?: Record<string, string>
}

/** Takes a file in. @returns the answer, and what it is where it was taken. */
export async function importFile(
  server: TestServer,
  path: string,
  file: File,
  { headers, beside }: Sent,
): Promise<Answer & { is: ImportAnswer }> {
  const raw = csvForm(file, beside)
  const answer = await send(server, 'POST', `/api/admin/${path}/import/`, { headers, raw })
  return { ...answer, is: answer.body as ImportAnswer }
}
