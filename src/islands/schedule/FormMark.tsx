import type { ClinicFormProgress } from '#lib/contract/booking.ts'

const PAGE = 'M3.5 1.5h9v13h-9z'
const SHAPES: Record<NonNullable<ReturnType<typeof formsState>>, string> = {
  missing: `${PAGE}M8 5v3.5M8 11.4v.1`,
  inProgress: `${PAGE}M6 8h4`,
  submitted: `${PAGE}M5.7 8l1.6 1.7L10.3 6`,
}

export function FormMark({ forms }: { forms: ClinicFormProgress | null }) {
  const state = formsState(forms)
  if (state === null) return null
  return (
    <svg className="status-mark form-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[state]} />
    </svg>
  )
}

export function AlertMark() {
  return (
    <svg className="status-mark alert-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 1.5 15 14H1zM8 6v4M8 12v.1" />
    </svg>
  )
}

function formsState(
  forms: ClinicFormProgress | null,
): 'missing' | 'inProgress' | 'submitted' | null {
  if (!forms) return null
  if (forms.due > 0) return 'missing'
  if (forms.in_progress > 0) return 'inProgress'
  return forms.submitted > 0 ? 'submitted' : null
}
