import type { VaccinationBulkAnswer } from '#lib/contract/records/vaccinations.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import type { ChosenVaccination } from '#machines/vaccinations/vaccination-bulk-update.machine.ts'
import { Button } from '../../ui/Button.tsx'

type BulkFollowingProps = {
  records: readonly ChosenVaccination[]
  answer: Pick<VaccinationBulkAnswer, 'next_doses' | 'warnings'>
  confirmed: ReadonlySet<string>
  onConfirmed: (key: string) => void
}

export const warningKey = ({ id, text }: VaccinationBulkAnswer['warnings'][number]) =>
  `${id} ${text}`

const formatDue = (date: string | null) => (date ? formatCalendarDate(date) : 'none')

export function BulkFollowing({ records, answer, confirmed, onConfirmed }: BulkFollowingProps) {
  const { next_doses, warnings } = answer
  const formatName = (id: number) => records.find((each) => each.id === id)?.name ?? `Record ${id}`
  return (
    <>
      {next_doses.length > 0 && (
        <section className="flex flex-col gap-2" aria-labelledby="next-doses-change">
          <h4 id="next-doses-change" className="font-semibold">
            Next doses that change
          </h4>
          <ul className="flex flex-col gap-2">
            {next_doses.map(({ id, from, to }) => (
              <li key={id} className="wrap-anywhere">
                {formatName(id)}: was {formatDue(from)}, will be {formatDue(to)}
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <section className="flex flex-col gap-2" aria-labelledby="new-warnings">
          <h4 id="new-warnings" className="font-semibold">
            Confirm each warning before you change the records
          </h4>
          <ul className="flex flex-col gap-3">
            {warnings.map((warning) => (
              <li
                key={warningKey(warning)}
                className="banner banner-warning flex flex-col items-start gap-2 wrap-anywhere"
              >
                <p>
                  {formatName(warning.id)}: {warning.text}
                </p>
                {confirmed.has(warningKey(warning)) ? (
                  <p className="font-semibold">You confirmed this.</p>
                ) : (
                  <Button small onClick={() => onConfirmed(warningKey(warning))}>
                    Confirm<span className="visually-hidden">: {warning.text}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
