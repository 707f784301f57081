import { useMachine } from '@xstate/react'
import { useEffect } from 'react'
import type { AnyAdminResource } from '#lib/contract/admin/admin-resource.ts'
import { importName } from '#lib/contract/admin/import.ts'
import { progressBarMachine } from '#machines/ui/progress-bar.machine.ts'
import { ProgressBar } from '../../progress/ProgressBar.tsx'
import { useOwnProgress } from '../../progress/use-own-progress.ts'
import { Loading } from '../../ui/feedback/Loading.tsx'
import '../../progress/progress-bar.css'

type ImportProgressProps = {
  of: AnyAdminResource
  sent: number
  fileName: string
  label: string
}

export function ImportProgress(props: ImportProgressProps) {
  const { of, sent, fileName, label } = props
  const [bar, send] = useMachine(progressBarMachine)
  const show = (progress: number, name: string) =>
    send({ type: 'progress.received', message: { type: 'progress', progress, name } })
  useOwnProgress({ name: importName(of), isOn: true }, ({ progress }) => show(progress, label))
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with what is sent alone
  useEffect(() => {
    if (sent > 0 && sent < 1) show(sent * 100, `Sending ${fileName}`)
    // What follows is another bar; until it is told, nobody knows how far that is.
    else send({ type: 'bar.hidden' })
  }, [sent])
  return bar.matches('hidden') ? <Loading label={label} /> : <ProgressBar snapshot={bar} />
}
