import type { AppointmentOutcomeSummary } from '#lib/contract/booking.ts'

type LetterLinksProps = {
  outcomes: readonly AppointmentOutcomeSummary[]
  hrefOf: (outcomeId: number) => string
}

export function LetterLinks({ outcomes, hrefOf }: LetterLinksProps) {
  const withLetter = outcomes.filter(({ has_letter }) => has_letter)
  if (withLetter.length === 0) return null
  return (
    <section aria-label="Letters" className="banner banner-ok print:hidden">
      <p className="font-semibold">
        {withLetter.length === 1 ? 'You have a letter' : `You have ${withLetter.length} letters`}
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {withLetter.map(({ id, name }) => (
          <li key={id}>
            <a className="link" href={hrefOf(id)}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
