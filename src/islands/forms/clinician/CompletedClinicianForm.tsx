import { useId } from 'react'
import type { ClinicianForm } from '#lib/contract/forms/filled-forms.ts'
import { evaluateForm } from '#lib/forms/evaluate-form.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { useBeginAt } from '../../ui/use-begin-at.ts'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { AnswerList } from '../answers/AnswerList.tsx'
import { FormAlerts } from '../answers/FormAlerts.tsx'
import { describeStartRefusal } from '../describe-start-refusal.ts'
import type { FormCalls } from '../form-calls.ts'
import { clinicianFormTexts } from './clinician-form-texts.ts'
import { FormVersions } from './FormVersions.tsx'

type CompletedProps = {
  calls: FormCalls
  form: ClinicianForm
  timeZone: string
  /** It says why nobody may change it; null where it is completed. */
  detail: string | null
  takesFocus: boolean
  onAmending: () => void
}

export function CompletedClinicianForm(props: CompletedProps) {
  const { calls, form, timeZone, detail, takesFocus, onAmending } = props
  const { eform, answers, on, alerts, status, may, submitted_form_id, appointment_id } = form
  const heading = useId()
  useBeginAt(takesFocus ? heading : null)
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: (amends: number) =>
      calls.clinician.start({ appointment_id, eform_id: eform.id, amends }),
    onSuccess: onAmending,
  })
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <h2 id={heading} tabIndex={-1} className="heading-2 scroll-mt-4">
          {eform.title}
        </h2>
        <span className={status === 'in_progress' ? 'tag' : 'tag tag-success'}>
          {clinicianFormTexts[status]}
        </span>
      </div>
      {detail !== null && <p className="banner banner-warning">{detail}</p>}
      <FormAlerts alerts={alerts} />
      <AnswerList
        evaluation={evaluateForm(eform.formDefinition, answers, { on })}
        title={eform.title}
        files={calls}
      />
      {may.includes('amend') && submitted_form_id !== null && (
        <Button
          look="secondary"
          className="self-start print:hidden"
          pending={isPending}
          onClick={() => mutate(submitted_form_id)}
        >
          Amend
        </Button>
      )}
      {error && <FormAlert look="banner-danger">{describeStartRefusal(error)}</FormAlert>}
      <FormVersions {...{ calls, form, timeZone }} />
    </section>
  )
}
