import type { PatientAllergies } from '#lib/contract/records/patient-records.ts'
import { formatDate } from '#lib/dates/format-date-time.ts'
import { useTimeZone } from '../../identity/island-context.ts'

type AllergyStatementProps = {
  allergies: PatientAllergies
  isOwn?: boolean
}

/** Shows a list, none known, or not asked: nothing said is not "none". */
export function AllergyStatement({ allergies, isOwn = false }: AllergyStatementProps) {
  const timeZone = useTimeZone()
  const { items, none_known, stated, stated_by_name } = allergies
  const on = stated ? formatDate(stated, timeZone) : ''
  return (
    <>
      {items.length > 0 && (
        <strong className="text-danger">{items.map(({ name }) => name).join(', ')}</strong>
      )}
      {items.length === 0 && none_known && 'No known allergies'}
      {items.length === 0 && !none_known && (
        <strong>{isOwn ? 'You have not told us yet' : 'Not asked yet'}</strong>
      )}
      {stated && (
        <span className="hint">
          {' '}
          ({!isOwn && stated_by_name ? `${stated_by_name}, ${on}` : `stated ${on}`})
        </span>
      )}
    </>
  )
}
