import { failure, noAnswer } from '#lib/api/api-error.ts'
import { saveFile } from './save-file.ts'

export async function download(
  href: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const answer = await fetch(href, { credentials: 'include', headers }).catch((cause: unknown) =>
    Promise.reject(noAnswer(cause)),
  )
  if (!answer.ok) throw failure(answer, await answer.json().catch(() => null))
  const [, name = 'list.csv'] =
    /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
  const content = await answer.blob().catch((cause: unknown) => Promise.reject(noAnswer(cause)))
  saveFile(name, content)
}
