export function Lines({ lines }: { lines: readonly string[] }) {
  return lines.filter(Boolean).map((line) => (
    <span key={line} className="block">
      {line}{' '}
    </span>
  ))
}
