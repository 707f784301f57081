import type { PatientAdvice } from '#lib/contract/records/patient-advice.ts'

export function AdviceText({
  advice,
}: {
  advice: Pick<PatientAdvice, 'advice_text' | 'categories'>
}) {
  return (
    <>
      <p className="whitespace-pre-line wrap-anywhere">{advice.advice_text}</p>
      {advice.categories.length > 0 && (
        <ul aria-label="Categories" className="flex flex-wrap gap-2">
          {advice.categories.map(({ id, name }) => (
            <li key={id} className="tag wrap-anywhere">
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
