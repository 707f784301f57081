import type { FormProgress } from '#lib/contract/booking.ts'
import { formatFormProgress } from '#lib/forms/format-progress.ts'

export function FormsNotice({ forms, href }: { forms: FormProgress; href: string }) {
  const text = formatFormProgress(forms)
  if (text === null) return null
  const isLeft = forms.due + forms.in_progress > 0
  return (
    <section
      aria-label="Forms"
      className={`banner ${isLeft ? 'banner-warn' : 'banner-ok'} flex flex-col items-start gap-2`}
    >
      <p className="font-semibold">{text}</p>
      <a className="link print:hidden" href={href}>
        {isLeft ? 'Fill in your forms' : 'See your forms'}
      </a>
    </section>
  )
}
