import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMachine } from '@xstate/react'
import { useEffect, useRef, useState } from 'react'
import { fromPromise } from 'xstate'
import { ApiError } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { AdminRecord } from '#lib/contract/admin/admin-resource.ts'
import { imageUpload, type ShownImage } from '#lib/contract/images.ts'
import {
  imageUploadMachine,
  type RemoveImageResult,
  type UploadImageResult,
} from '#machines/admin/image-upload.machine.ts'
import { Button } from '../../ui/Button.tsx'
import { QueryStatus } from '../../ui/feedback/QueryStatus.tsx'
import { atOnce } from '../../ui/form/at-once.ts'

type OfRecord = { api: ApiClient; record: AdminRecord; canChange: boolean }
type RecordImageProps = OfRecord & { path: ImagePath }

type ImagePath = `admin/${'appointmenttypes' | 'sites'}/{id}/upload_image/`

const NONE: ShownImage = { image: null, image_sizes: [] }

export const TypeImage = (props: OfRecord) => (
  <RecordImage {...props} path="admin/appointmenttypes/{id}/upload_image/" />
)
export const SiteImage = (props: OfRecord) => (
  <RecordImage {...props} path="admin/sites/{id}/upload_image/" />
)

function RecordImage({ api, path, record: { id }, canChange }: RecordImageProps) {
  const queries = useQueryClient()
  const queryKey = ['image', path, id]
  const query = useQuery({
    ...atOnce,
    queryKey,
    queryFn: ({ signal }) => api.call(`GET ${path}`, { params: { id }, signal }),
  })
  const [fraction, setFraction] = useState(0)
  const show = (image: ShownImage) => queries.setQueryData(queryKey, image)
  const [machine] = useState(() =>
    imageUploadMachine.provide({
      actors: {
        uploadImage: fromPromise<UploadImageResult, { file: File | null }>(({ input, signal }) =>
          upload(api, path, id, { file: input.file, signal, onProgress: setFraction, show }),
        ),
        removeImage: fromPromise<RemoveImageResult, undefined>(() => remove(api, path, id, show)),
      },
    }),
  )
  const [snapshot, send] = useMachine(machine)
  const { file, refusal } = snapshot.context
  const section = useRef<HTMLElement>(null)
  const step = useRef(snapshot.value)
  // What had the focus may have gone with the step before: the next one is in the same part.
  useEffect(() => {
    if (step.current === snapshot.value) return
    step.current = snapshot.value
    if (document.activeElement === document.body) section.current?.focus()
  }, [snapshot.value])
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setFraction(0)
    send({ type: 'file.chosen', file: chosen })
  }
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
      <p role="status" className={said(snapshot.value) ? '' : 'visually-hidden'}>
        {said(snapshot.value)}
      </p>
      {snapshot.matches('uploading') && (
        <div className="flex flex-wrap items-center gap-4">
          <label className="flex min-w-0 flex-col gap-1">
            <span className="wrap-anywhere">
              {fraction < 1 ? `Sending ${file?.name}: ` : 'Preparing the image: '}
              {Math.round(fraction * 100)}%
            </span>
            <progress className="w-full" max={1} value={fraction} />
          </label>
          <Button look="secondary" small onClick={() => send({ type: 'upload.stopped' })}>
            Stop
          </Button>
        </div>
      )}
      {snapshot.matches('askingRemoval') || snapshot.matches('removing') ? (
        <div className="flex flex-wrap items-center gap-3">
          <p ref={takeFocus} tabIndex={-1}>
            Remove the image? Visitors will no longer see it. You cannot undo this.
          </p>
          <Button
            look="danger"
            pending={snapshot.matches('removing')}
            pendingLabel="Removing"
            onClick={() => send({ type: 'removal.confirmed' })}
          >
            Remove image
          </Button>
          <Button
            look="secondary"
            unavailable={snapshot.matches('removing')}
            onClick={() => send({ type: 'removal.dropped' })}
          >
            Keep it
          </Button>
        </div>
      ) : null}
      {canChange && snapshot.matches('showing') && (
        <div className={refusal ? 'field field-invalid' : 'field'}>
          <label htmlFor="record-image" className="label">
            {query.data?.image ? 'Choose another image' : 'Choose an image'}
          </label>
          <p id="record-image-hint" className="hint">
            JPEG, PNG or WebP, up to 10 MB. We save it straight away.
          </p>
          {(refusal || snapshot.matches({ showing: 'failed' })) && (
            <p id="record-image-error" role="alert" className="field-error">
              {refusal ?? 'We could not reach the service. Try again.'}
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
              // The same file can be chosen again.
              target.value = ''
            }}
          />
          {query.data?.image && (
            <div>
              <Button
                look="quiet"
                className="button-flush"
                onClick={() => send({ type: 'removal.requested' })}
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

function said(state: unknown): string {
  const { showing } = (typeof state === 'object' ? state : {}) as { showing?: string }
  if (showing === 'uploaded') return 'The image has been saved.'
  return showing === 'removed' ? 'The image has been removed.' : ''
}

type Sending = {
  file: File | null
  signal: AbortSignal
  onProgress: (fraction: number) => void
  show: (image: ShownImage) => void
}

async function upload(
  api: ApiClient,
  path: ImagePath,
  id: number,
  { file, show, ...sending }: Sending,
): Promise<UploadImageResult> {
  if (!file) throw new Error('There is no file')
  if (file.size > imageUpload.largestBytes) {
    return { kind: 'refused', words: 'The file must be 10 MB or smaller.' }
  }
  try {
    const { field } = imageUpload
    const image = await api.upload(`POST ${path}`, { params: { id }, field, file, ...sending })
    show(image)
    return { kind: 'uploaded', image }
  } catch (error) {
    return refusedBy(error)
  }
}

async function remove(
  api: ApiClient,
  path: ImagePath,
  id: number,
  show: (image: ShownImage) => void,
): Promise<RemoveImageResult> {
  try {
    await api.call(`DELETE ${path}`, { params: { id } })
    show(NONE)
    return { kind: 'removed' }
  } catch (error) {
    return refusedBy(error)
  }
}

/** @throws what nobody expected, and what a lost connection is to blame for. */
function refusedBy(error: unknown): { kind: 'refused'; words: string } {
  if (!(error instanceof ApiError) || error.status === 0) throw error
  const fields = Object.values(error.fields).flat()
  return { kind: 'refused', words: fields.length > 0 ? fields.join(' ') : error.detail }
}
