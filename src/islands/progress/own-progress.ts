import '../ui/form/zod-without-eval.ts'
import { ProgressMessage } from '#lib/contract/progress.ts'

type Hear = (message: ProgressMessage) => void

const listeners = new Map<Hear, string>()

export function hearProgress(name: string, hear: Hear): () => void {
  listeners.set(hear, name)
  return () => void listeners.delete(hear)
}

export async function receiveProgress(received: unknown): Promise<void> {
  const { data: message } = ProgressMessage.safeParse(received)
  if (!message) return
  const heard = [...listeners].filter(([, name]) => name === message.name)
  for (const [hear] of heard) hear(message)
  if (heard.length > 0) return
  const { showWorkProgress } = await import('./WorkProgress.tsx')
  showWorkProgress(message)
}
