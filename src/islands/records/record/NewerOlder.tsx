import { Button } from '../../ui/Button.tsx'
import { countPages } from './patient-record-queries.ts'

type NewerOlderProps = { count: number; page: number; onTurn: (page: number) => void }

export function NewerOlder({ count, page, onTurn }: NewerOlderProps) {
  const pages = countPages(count)
  if (pages <= 1) return null
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <Button look="secondary" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Newer
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button look="secondary" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        Older
      </Button>
    </div>
  )
}
