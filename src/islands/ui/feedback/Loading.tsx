import '../../../styles/islands.css'

/** Says that something is on its way, to eyes and to screen readers. */
export function Loading({ label }: { label: string }) {
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft">
      <span className="spinner" aria-hidden="true" />
      {label}
    </p>
  )
}
