import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { imageUpload, type ShownImage } from '#lib/contract/images.ts'
import { imageUploadMachine } from '#machines/admin/image-upload.machine.ts'
import type { RequestInput, RequestResult } from '#machines/request.ts'
import { useApi } from '../../identity/island-context.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'
import { useRequest } from '../../ui/use-request.ts'

type OfRecord = { record: AdminRecord; canChange: boolean }
type RecordImageProps = OfRecord & { path: ImagePath }

type ImagePath = `admin/${'appointmenttypes' | 'sites'}/{id}/upload_image/`

const NONE: ShownImage = { image: null, image_sizes: [] }

export const TypeImage = (props: OfRecord) => (
  <RecordImage {...props} path="admin/appointmenttypes/{id}/upload_image/" />
)
export const SiteImage = (props: OfRecord) => (
  <RecordImage {...props} path="admin/sites/{id}/upload_image/" />
)

function RecordImage({ path, record: { id }, canChange }: RecordImageProps) {
  const api = useApi()
  const queries = useQueryClient()
  const queryKey = ['image', path, id]
  const query = useQuery({
    ...atOnce,
    queryKey,
    queryFn: ({ signal }) => api.call(`GET ${path}`, { params: { id }, signal }),
  })
  const [fraction, setFraction] = useState(0)
  const show = (image: ShownImage) => queries.setQueryData(queryKey, image)
  const { sending, answer, submit, reset } = useRequest(imageUploadMachine, (change, signal) =>
    changeImage(api, path, id, { change, signal, onProgress: setFraction, show }),
  )
  const [isAsking, setAsking] = useState(false)
  const section = useRef<HTMLElement>(null)
  const step = isAsking ? 'asking' : (sending ?? answer)?.kind
  const lastStep = useRef(step)
  useEffect(() => {
    if (lastStep.current === step) return
    lastStep.current = step
    if (document.activeElement === document.body) section.current?.focus()
  }, [step])
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFraction(0)
    submit({ kind: 'upload', file: chosen })
  }
  const isRemoving = sending?.kind === 'remove'
  const done = answer ? (DONE[answer.kind] ?? '') : ''
  const refusal = answer && refusalIn(answer)
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Image"
      className="flex flex-col gap-4 border-t border-line pt-5"
    >
      <h3 className="heading-3">Image</h3>
      {query.error || !query.data ? (
        <QueryStatus query={query} what="the image" loading="Loading the image" />
      ) : (
        <Shown image={query.data} />
      )}
      <p role="status" className={done ? '' : 'visually-hidden'}>
        {done}
      </p>
      {sending?.kind === 'upload' && (
        <div className="flex flex-wrap items-center gap-4">
          <label className="flex min-w-0 flex-col gap-1">
            <span className="wrap-anywhere">
              {fraction < 1 ? `Sending ${sending.file.name}: ` : 'Preparing the image: '}
              {Math.round(fraction * 100)}%
            </span>
            <progress className="w-full" max={1} value={fraction} />
          </label>
          <Button look="secondary" small onClick={reset}>
            Stop
          </Button>
        </div>
      )}
      {isAsking || isRemoving ? (
        <div className="flex flex-wrap items-center gap-3">
          <p ref={takeFocus} tabIndex={-1}>
            Remove the image? Visitors will no longer see it. You cannot undo this.
          </p>
          <Button
            look="danger"
            pending={isRemoving}
            pendingLabel="Removing"
            onClick={() => {
              setAsking(false)
              submit({ kind: 'remove' })
            }}
          >
            Remove image
          </Button>
          <Button look="secondary" unavailable={isRemoving} onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      ) : null}
      {canChange && !isAsking && sending === null && (
        <div className={refusal ? 'field field-invalid' : 'field'}>
          <label htmlFor="record-image" className="label">
            {query.data?.image ? 'Choose another image' : 'Choose an image'}
          </label>
          <p id="record-image-hint" className="hint">
            JPEG, PNG or WebP, up to 10 MB. We save it straight away.
          </p>
          {refusal && (
            <p id="record-image-error" role="alert" className="field-error">
              {refusal}
            </p>
          )}
          <input
            id="record-image"
            type="file"
            accept={imageUpload.types.join(',')}
            className="input"
            aria-describedby="record-image-hint record-image-error"
            onChange={({ target }) => {
              choose(target.files?.[0])
              target.value = ''
            }}
          />
          {query.data?.image && (
            <div>
              <Button
                look="quiet"
                className="button-flush"
                onClick={() => {
                  reset()
                  setAsking(true)
                }}
              >
                Remove image…
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()

function Shown({ image: { image_sizes } }: { image: ShownImage }) {
  const [smallest] = image_sizes
  if (!smallest) return <p>No image.</p>
  return (
    <img
      src={new URL(smallest.url).pathname}
      width={smallest.width}
      height={smallest.height}
      alt="What visitors see now"
      className="aspect-video w-full max-w-sm rounded-lg object-cover"
    />
  )
}

const DONE: Partial<
  Record<RequestResult<typeof imageUploadMachine>['kind'] | 'unanswered', string>
> = {
  uploaded: 'The image has been saved.',
  removed: 'The image has been removed.',
}

function refusalIn(
  answer: RequestResult<typeof imageUploadMachine> | { kind: 'unanswered' },
): string | null {
  if (answer.kind === 'unanswered') return 'We could not reach the service. Try again.'
  return answer.kind === 'refused' ? answer.reason : null
}

type Sending = {
  change: RequestInput<typeof imageUploadMachine>
  signal: AbortSignal
  onProgress: (fraction: number) => void
  show: (image: ShownImage) => void
}

async function changeImage(
  api: ApiClient,
  path: ImagePath,
  id: number,
  { change, show, ...sending }: Sending,
): Promise<RequestResult<typeof imageUploadMachine>> {
  if (change.kind === 'upload' && change.file.size > imageUpload.largestBytes) {
    return { kind: 'refused', reason: 'The file must be 10 MB or smaller.' }
  }
  try {
    if (change.kind === 'remove') {
      await api.call(`DELETE ${path}`, { params: { id } })
      show(NONE)
      return { kind: 'removed' }
    }
    const { field } = imageUpload
    const { file } = change
    show(await api.upload(`POST ${path}`, { params: { id }, field, file, ...sending }))
    return { kind: 'uploaded' }
  } catch (error) {
    return refusedBy(error)
  }
}

function refusedBy(error: unknown): RequestResult<typeof imageUploadMachine> {
  if (!(error instanceof ApiError) || error.status === 0) throw error
  const fields = Object.values(error.fields).flat()
  return { kind: 'refused', reason: fields.length > 0 ? fields.join(' ') : error.detail }
}
