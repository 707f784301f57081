export function SignatureImage({ path, name }: { path: string; name: string }) {
  return (
    <svg
      viewBox="0 0 600 200"
      role="img"
      aria-label={`Drawn signature of ${name || 'you'}`}
      className="mt-2 w-full max-w-xs rounded border border-line bg-surface"
    >
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
