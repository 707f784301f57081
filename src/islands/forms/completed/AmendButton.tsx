import type { SubmittedFormSummary } from '#lib/contract/forms/filled-forms.ts'
import { Button } from '../../ui/Button.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import { describeStartRefusal } from '../describe-start-refusal.ts'
import type { FormCalls } from '../form-calls.ts'

type AmendProps = {
  form: Pick<SubmittedFormSummary, 'id' | 'appointment_id' | 'eform'>
  calls: FormCalls
}

export function AmendButton({ form, calls }: AmendProps) {
  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: () =>
      calls.start({
        appointment_id: form.appointment_id,
        eform_id: form.eform.id,
        amends: form.id,
      }),
    onSuccess: ({ id }) => calls.open('in-progress', id),
  })
  return (
    <>
      <Button look="secondary" pending={isPending} onClick={() => mutate()}>
        Change your answers
      </Button>
      {error && <FormAlert look="banner-danger">{describeStartRefusal(error)}</FormAlert>}
    </>
  )
}
