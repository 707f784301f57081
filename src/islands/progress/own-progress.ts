import '../ui/form/zod-without-eval.ts'
import { ProgressMessage } from '#lib/contract/progress.ts'

/* These messages are about one's own work. */

type Hear = (message: ProgressMessage) => void

const listeners = new Map<Hear, string>()

/** @param name what the work is called where it is told. @returns what ends it. */
export function hearProgress(name: string, hear: Hear): () => void {
  listeners.set(hear, name)
  return () => void listeners.delete(hear)
}

/** What nothing on the page shows is shown by the page's own bar. */
export async function receiveProgress(received: unknown): Promise<void> {
  const { data: message } = ProgressMessage.safeParse(received)
  if (!message) return
  const heard = [...listeners].filter(([, name]) => name === message.name)
  for (const [hear] of heard) hear(message)
  if (heard.length > 0) return
  const { showWorkProgress } = await import('./WorkProgress.tsx')
  showWorkProgress(message)
}
