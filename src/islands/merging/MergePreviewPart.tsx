import type { MergePreview } from '#lib/contract/merging.ts'
import { inFigures } from '#lib/text/format-number.ts'
import { Button } from '../ui/Button.tsx'

export type PreviewState =
  | { kind: 'previewing' }
  | { kind: 'previewed'; preview: MergePreview }
  | { kind: 'unpreviewed'; reason: string }

type MergePreviewPartProps = {
  state: PreviewState
  merged: number
  onRetry: () => void
}

export function MergePreviewPart({ state, merged, onRetry }: MergePreviewPartProps) {
  if (state.kind === 'previewing') return <p role="status">Checking what would move</p>
  if (state.kind === 'unpreviewed') {
    return (
      <div role="alert" className="banner banner-danger flex flex-col items-start gap-3">
        <p>We could not check what would move. {state.reason}</p>
        <Button look="secondary" small onClick={onRetry}>
          Try again
        </Button>
      </div>
    )
  }
  const { moves, problems, notes } = state.preview
  if (problems.length > 0) {
    return (
      <div role="alert" className="banner banner-warning">
        <p className="font-semibold">These records cannot be merged yet.</p>
        <ul className="mt-2 list-disc pl-5">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    )
  }
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="font-semibold">
        {moves.length > 0
          ? 'This moves to the record you keep:'
          : `The other ${merged === 1 ? 'record has' : 'records have'} no appointments and will be closed.`}
      </p>
      {moves.length > 0 && (
        <ul className="list-disc pl-5">
          {moves.map(({ what, count }) => (
            <li key={what}>
              {inFigures(count)} {what}
            </li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  )
}
