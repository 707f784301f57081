import '../spinner.css'

export function Loading({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  )
}
