import type { DuplicateGroup } from '#lib/contract/merging.ts'
import { formatIdentity, formatLikeness } from '../people/patient-choice/format-patient.ts'
import { Button } from '../ui/Button.tsx'
import { Email } from '../ui/Email.tsx'
import { formatComparedRecord } from './CompareDialog.tsx'
import { formatUnverified } from './compared-fields.ts'

type DuplicateGroupCardProps = { group: DuplicateGroup; busy: boolean; onOpen: () => void }

export function DuplicateGroupCard({ group, busy, onOpen }: DuplicateGroupCardProps) {
  const { people, size } = group
  const [first] = people
  return (
    <li className="card flex flex-col gap-3">
      <div>
        <h2 className="heading-3 wrap-anywhere">{first?.full_name}</h2>
        <p>{formatLikeness(group)}</p>
      </div>
      <ul className="flex flex-col gap-2">
        {people.map((person) => (
          <li key={person.id} className="wrap-anywhere">
            <span className="font-semibold">{formatComparedRecord(person)}</span>
            <br />
            {formatIdentity(person)}
            {person.email && (
              <>
                , <Email address={person.email} />
              </>
            )}
            {person.unverified.length > 0 && (
              <>
                <br />
                {formatUnverified(person)}
              </>
            )}
          </li>
        ))}
      </ul>
      {size > people.length && (
        <p>And {size - people.length} more. We show them when you have dealt with these.</p>
      )}
      <div>
        <Button look="secondary" small unavailable={busy} onClick={onOpen}>
          Compare <span className="visually-hidden">records of {first?.full_name}</span>
        </Button>
      </div>
    </li>
  )
}
