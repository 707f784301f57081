import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import { joinFieldErrors } from '#lib/api/refusals.ts'
import type { PatientAllergies } from '#lib/contract/records/patient-records.ts'
import { useApi } from '../../identity/island-context.ts'
import { AllergiesQuestion } from '../../people/account/AllergiesQuestion.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { FormAlert } from '../../ui/feedback/FormAlert.tsx'
import { useSingleMutation } from '../../ui/use-single-mutation.ts'
import type { RecordCalls } from './patient-record-queries.ts'

type AllergyDialogProps = {
  calls: RecordCalls
  allergies: PatientAllergies
  onSaved: (allergies: PatientAllergies) => void
  onClose: () => void
}

export default function AllergyDialog(props: AllergyDialogProps) {
  const api = useApi()
  const { calls, allergies, onSaved, onClose } = props
  const isOwn = calls.audience === 'user'
  const [chosen, setChosen] = useState(allergies.items.map(({ id, name }) => ({ id, name })))
  const [isNone, setNone] = useState(allergies.none_known)
  const [isUnstated, setUnstated] = useState(false)
  const id = useId()
  const save = useSingleMutation({
    mutationFn: () =>
      calls.saveAllergies({
        version: allergies.version,
        allergy_ids: chosen.map((one) => one.id),
        none_known: isNone && chosen.length === 0,
      }),
    onSuccess: (saved) => {
      onSaved(saved)
      onClose()
    },
  })
  const before = allergies.items.map((one) => one.id).join()
  const isUnsaved = before !== chosen.map((one) => one.id).join() || isNone !== allergies.none_known
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const isStated = isNone || chosen.length > 0
    setUnstated(!isStated)
    if (isStated && !save.isPending) save.mutate()
  }
  return (
    <Dialog
      open
      title={isOwn ? 'Your allergies' : 'Allergies'}
      onClose={onClose}
      busy={save.isPending}
      isUnsaved={isUnsaved}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <AllergiesQuestion
          isOwn={isOwn}
          texts={{ id: `${id}-allergy`, error: undefined }}
          chosen={chosen}
          onChange={(now) => {
            setChosen(now)
            setUnstated(false)
            if (now.length > 0) setNone(false)
          }}
          findAllergies={(search, signal) => findAllergies(api, search, signal)}
        />
        {chosen.length === 0 && (
          <label className="choice">
            <input
              type="checkbox"
              checked={isNone}
              onChange={(event) => {
                setNone(event.target.checked)
                setUnstated(false)
              }}
            />
            <span>{isOwn ? 'I have no known allergies' : 'No known allergies'}</span>
          </label>
        )}
        {isUnstated && (
          <FormAlert look="banner-danger">
            Add an allergy, or choose “{isOwn ? 'I have no known allergies' : 'No known allergies'}
            ”.
          </FormAlert>
        )}
        {save.error && (
          <FormAlert look="banner-danger">{describeSaveRefusal(save.error)}</FormAlert>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" pending={save.isPending} pendingLabel="Saving">
            Save allergies
          </Button>
          <Button look="secondary" disabled={save.isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function describeSaveRefusal(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Try again.'
  if (error.code === 'stale') {
    return 'Someone has changed these details since. Close this, load the page again and check them.'
  }
  return error.status === 400 ? joinFieldErrors(error.fields) : error.detail
}

const findAllergies = async (api: ApiClient, search: string, signal: AbortSignal) => {
  const query = { search, page_size: 20 }
  const { results } = await api.call('GET public/allergies/', { query, signal })
  return results.map(({ id, name }) => ({ id, name }))
}
