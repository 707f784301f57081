import { failure } from '#lib/api/api-error.ts'
import type { ApiClient } from '#lib/api/client.ts'
import type { OperationBody } from '#lib/contract/contract.ts'
import type { FormSubmission } from '#lib/contract/forms/filled-forms.ts'
import {
  appointmentAddress,
  type FormAudience,
  type FormPage,
  formAddress,
  formAudiences,
} from '#lib/forms/form-address.ts'

type SavedFormStart = OperationBody<'POST private/savedforms/'>

type SavedFormUpdate = OperationBody<'PUT private/savedforms/{id}/'>

/** Slow networks carry 20 MB in that time. */
const UPLOAD_SECONDS = 900

type SentFile = { item: string; file: File }
type FileSending = { onProgress: (fraction: number) => void; signal: AbortSignal }

const toUpload = (id: number, { item, file }: SentFile, sending: FileSending) => ({
  params: { id },
  query: { item },
  field: 'file' as const,
  file,
  timeoutSeconds: UPLOAD_SECONDS,
  ...sending,
})

const clinicianFormCalls = (api: ApiClient) => ({
  start: (body: SavedFormStart) => api.call('POST admin/clinicianforms/', { body }),
  read: (id: number) => api.call('GET admin/clinicianforms/{id}/', { params: { id } }),
  save: (id: number, body: SavedFormUpdate) =>
    api.call('PUT admin/clinicianforms/{id}/', { params: { id }, body }),
  complete: ({ saved_form_id: id, ...body }: FormSubmission) =>
    api.call('PUT admin/clinicianforms/{id}/', {
      params: { id },
      body: { ...body, complete: true },
    }),
  uploadFile: (id: number, chosen: SentFile, sending: FileSending) =>
    api.upload('PUT admin/clinicianforms/{id}/upload_file/', toUpload(id, chosen, sending)),
})

export type FormNavigation = {
  assign: (address: string) => void
  replace: (address: string) => void
}

export const browserNavigation: FormNavigation = {
  assign: (address) => location.assign(address),
  replace: (address) => location.replace(address),
}

export function formCalls(
  api: ApiClient,
  type: FormAudience,
  token: () => string | null,
  navigation: FormNavigation,
) {
  const audience = formAudiences[type]
  const headers = () => {
    const linkToken = token()
    return linkToken === null ? {} : { 'Guest-User-Access-Token': linkToken }
  }
  return {
    type,
    token,
    isGuest: type === 'guest',
    closedTexts:
      'The appointment was cancelled or has taken place, so this form can no longer be filled in.',
    addressOf: (page: FormPage, id: number) => formAddress(type, page, id, token()),
    appointmentAddress: (id: number) => appointmentAddress(type, id, token()),
    open: (page: FormPage, id: number) => navigation.assign(formAddress(type, page, id, token())),
    openInstead: (page: FormPage, id: number) =>
      navigation.replace(formAddress(type, page, id, token())),
    ofAppointment: (id: number) =>
      api.call(`GET ${audience}/forms/{id}/`, { params: { id }, headers: headers() }),
    start: (body: SavedFormStart) =>
      api.call(`POST ${audience}/savedforms/`, { body, headers: headers() }),
    read: (id: number) =>
      api.call(`GET ${audience}/savedforms/{id}/`, { params: { id }, headers: headers() }),
    save: (id: number, body: SavedFormUpdate) =>
      api.call(`PUT ${audience}/savedforms/{id}/`, { params: { id }, body, headers: headers() }),
    submit: (body: FormSubmission) =>
      api.call(`POST ${audience}/submittedforms/`, { body, headers: headers() }),
    uploadFile: (id: number, chosen: SentFile, sending: FileSending) =>
      api.upload(`PUT ${audience}/savedforms/{id}/upload_file/`, {
        headers: headers(),
        ...toUpload(id, chosen, sending),
      }),
    /** It is null where a link is no proof, and `readFile` is. */
    fileAddress: (id: string) =>
      token() === null ? api.fileAddress(`GET ${audience}/files/{id}/`, { params: { id } }) : null,
    readFile: async (id: string) => {
      const address = api.fileAddress(`GET ${audience}/files/{id}/`, { params: { id } })
      const response = await fetch(address, { headers: headers() })
      if (!response.ok) throw failure(response, null)
      return await response.blob()
    },
    readSubmitted: (id: number) =>
      api.call(`GET ${audience}/submittedforms/{id}/`, { params: { id }, headers: headers() }),
    clinician: clinicianFormCalls(api),
  }
}

export type FormCalls = ReturnType<typeof formCalls>
