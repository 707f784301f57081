import type { ReactNode } from 'react'
import type { OwnUser } from '#lib/contract/users.ts'
import { formatCalendarDate } from '#lib/dates/format-date-time.ts'
import { reminderLabels } from '#lib/messages/message-labels.ts'
import { spacedNhsNumber } from '#lib/text/nhs-number.ts'
import { Email } from '../../ui/Email.tsx'
import { Lines } from '../../ui/Lines.tsx'
import { SummaryRow } from '../../ui/SummaryRow.tsx'
import type { ProfileField } from './DetailsForm.tsx'
import { genderLabels } from './genders.ts'

type DetailsSummaryProps = {
  user: OwnUser
  sendsMessages: boolean
  onChange: (question: ProfileField) => void
  onCorrect: (question: CorrectedByStaff) => void
}

type Row = [name: string, question: ProfileField, value: ReactNode]

export function DetailsSummary(props: DetailsSummaryProps) {
  const { user, sendsMessages, onChange, onCorrect } = props
  const rows: Row[] = [
    ['Name', 'first_name', [user.title, user.full_name].filter(Boolean).join(' ')],
    ['Email address', 'email', user.email && <Email address={user.email} />],
    ...(sendsMessages ? [reminderRow(user)] : []),
    ['Mobile phone number', 'mobile', user.mobile],
    ['Landline', 'landline', user.landline],
    ['Address', 'address1', formatAddress(user)],
    ['Date of birth', 'dob', user.dob && formatCalendarDate(user.dob)],
    ['Gender', 'gender', user.gender === -1 ? '' : genderLabels(user.gender)],
    ['NHS number', 'nhs_number', spacedNhsNumber(user.nhs_number)],
    ['GP surgery', 'gp_surgery', user.gp_surgery?.name],
    ['Allergies', 'allergies', formatAllergies(user)],
  ]
  return (
    <dl className="summary-list border-t border-line">
      {rows.map(([name, question, value]) => (
        <SummaryRow
          key={question}
          name={name}
          {...(isCorrectedByStaff(user, question)
            ? { action: 'Ask us to correct', onChange: () => onCorrect(question) }
            : { onChange: () => onChange(question) })}
          changeHref={`?change=${question}`}
        >
          {value || <span className="text-ink-soft">Not given</span>}
        </SummaryRow>
      ))}
    </dl>
  )
}

type CorrectedByStaff = 'dob' | 'nhs_number'

export const isCorrectedByStaff = (
  { identity_is_fixed, dob }: Pick<OwnUser, 'identity_is_fixed' | 'dob'>,
  question: ProfileField,
): question is CorrectedByStaff =>
  identity_is_fixed && (question === 'nhs_number' || (question === 'dob' && dob !== null))

const reminderRow = ({ reminders }: OwnUser): Row => [
  'Reminders of appointments',
  'reminders',
  reminderLabels[reminders],
]

function formatAddress({ address1, address2, city, county, postcode, nation }: OwnUser): ReactNode {
  const lines = [address1, address2, city, county, postcode, nation]
  return lines.some(Boolean) && <Lines lines={lines} />
}

function formatAllergies({ allergies }: OwnUser): ReactNode {
  return (
    allergies.length > 0 && (
      <ul>
        {allergies.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    )
  )
}
