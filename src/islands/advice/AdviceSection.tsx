import { can } from '#lib/policy/policy.ts'
import { useViewer } from '../identity/island-context.ts'
import { AdviceBoard, type AdviceProps } from './AdviceBoard.tsx'

export function AdviceSection(props: AdviceProps) {
  const viewer = useViewer()
  if (!can(viewer, 'advice.see')) return null
  return (
    <section aria-labelledby="advice" className="flex flex-col gap-4">
      <h2 id="advice" className="heading-2">
        Advice
      </h2>
      <AdviceBoard {...props} />
    </section>
  )
}
