import { useEffect, useState } from 'react'
import type { PublicSettings } from '#lib/page/public-settings.ts'
import { showAccessToken } from '../../own-appointments/appointment/token-in-address.ts'
import { useAddressQuery } from '../../ui/use-address-query.ts'
import { FormPages } from '../FormPages.tsx'
import { FilesContext } from '../questions/filling-context.ts'
import { AmendingNote } from './AmendingNote.tsx'
import { ReviewAnswers } from './ReviewAnswers.tsx'
import { SaveStatus, type SavingState } from './SaveStatus.tsx'
import { type SavedFields, useSavedFields } from './use-saved-fields.ts'

type FillingPagesProps = SavedFields & { settings: PublicSettings; search: string }

const REVIEW = 'review'

export function FillingPages(props: FillingPagesProps) {
  const { form, view, saving, calls, settings, search } = props
  const { snapshot, send } = view
  const { eform } = form
  const { query, go } = useAddressQuery(search)
  const asked = query.get('page')
  const isAsked = asked === REVIEW
  const { fields, files, refused } = useSavedFields(props)
  const isEditing = snapshot.matches({ filling: 'editing' })
  // Back and Forward lead through the pages and the review.
  useEffect(() => {
    if (isAsked && isEditing) send({ type: 'review.requested' })
    if (!isAsked && !isEditing) send({ type: 'change.requested' })
  }, [isAsked, isEditing, send])
  const [isChanging, setChanging] = useState(false)
  const state = saving.value as SavingState
  const status = (
    <SaveStatus
      state={state}
      saved={saving.context.saved}
      refused={refused}
      timeZone={settings.timeZone}
      onSave={() => send({ type: 'save.requested' })}
    />
  )
  const openPage = (page: string | number | null) => {
    go({ page })
    const token = calls.token()
    if (token !== null) showAccessToken(token)
  }
  const goTo = (page: number) => openPage(page === 0 ? null : page + 1)
  return (
    <FilesContext value={files}>
      {isEditing || !isAsked ? (
        <>
          {!asked && form.amends !== null && <AmendingNote />}
          {!asked && eform.description && <p className="prose">{eform.description}</p>}
          <FormPages
            fields={fields}
            page={Number(asked ?? 1) - 1 || 0}
            title={eform.title}
            lastLabel="Check your answers"
            onPage={goTo}
            isReturning={isChanging}
            onFinished={() => {
              setChanging(false)
              openPage(REVIEW)
            }}
          >
            {status}
          </FormPages>
        </>
      ) : (
        <ReviewAnswers
          form={form}
          fields={fields}
          view={view}
          calls={calls}
          isSaved={state === 'saved'}
          status={status}
          onChange={(page, path) => {
            setChanging(true)
            goTo(page)
            send({ type: 'change.requested' })
            focusLater(path)
          }}
        />
      )}
    </FilesContext>
  )
}

const focusLater = (path: string) =>
  setTimeout(() => document.getElementById(`answer-${path.replaceAll('.', '-')}`)?.focus(), 50)
