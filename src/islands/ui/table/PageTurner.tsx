import { Button } from '../Button.tsx'

type PageTurnerProps = {
  label: string
  page: number
  pages: number
  onTurn: (page: number) => void
}

export function PageTurner({ label, page, pages, onTurn }: PageTurnerProps) {
  if (pages <= 1) return null
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-4">
      {page > 1 && (
        <Button look="secondary" small onClick={() => onTurn(page - 1)}>
          Previous
        </Button>
      )}
      <span>
        Page {page} of {pages}
      </span>
      {page < pages && (
        <Button look="secondary" small onClick={() => onTurn(page + 1)}>
          Next
        </Button>
      )}
    </nav>
  )
}
