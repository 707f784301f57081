import type { ApiClient } from '#lib/api/client.ts'
import type {
  FormSubmission,
  SavedFormStart,
  SavedFormUpdate,
} from '#lib/contract/forms/filled-forms.ts'
import {
  type FormAudience,
  type FormPage,
  formAddress,
  formAudiences,
} from '#lib/forms/form-address.ts'

/** Slow networks carry 20 MB in that time. */
const UPLOAD_SECONDS = 900

export type FileSending = { onProgress: (fraction: number) => void; signal: AbortSignal }

/** Where the browser goes. */
export type FormNavigation = {
  assign: (address: string) => void
  replace: (address: string) => void
}

/** The calls of one audience, and the ways between its pages; a guest's token is asked for with each. */
export function formCalls(
  api: ApiClient,
  type: FormAudience,
  token: () => string | null,
  navigation: FormNavigation,
) {
  const audience = formAudiences[type]
  const headers = () => {
    const given = token()
    return given === null ? {} : { 'Guest-User-Access-Token': given }
  }
  return {
    type,
    token,
    isGuest: type === 'guest',
    addressOf: (page: FormPage, id: number) => formAddress(type, page, id, token()),
    open: (page: FormPage, id: number) => navigation.assign(formAddress(type, page, id, token())),
    /** Nobody comes back to where this was. */
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
    /** Of the saved form. */
    uploadFile: (id: number, { item, file }: { item: string; file: File }, sending: FileSending) =>
      api.upload(`PUT ${audience}/savedforms/{id}/upload_file/`, {
        params: { id },
        query: { item },
        headers: headers(),
        field: 'file',
        file,
        timeoutSeconds: UPLOAD_SECONDS,
        ...sending,
      }),
    /** Where a file is read; null where a link is no proof, and `readFile` is. */
    fileAddress: (id: string) =>
      token() === null ? api.fileAddress(`GET ${audience}/files/{id}/`, { params: { id } }) : null,
    readFile: (id: string) =>
      api.file(`GET ${audience}/files/{id}/`, { params: { id }, headers: headers() }),
    readSubmitted: (id: number) =>
      api.call(`GET ${audience}/submittedforms/{id}/`, { params: { id }, headers: headers() }),
  }
}

export type FormCalls = ReturnType<typeof formCalls>
