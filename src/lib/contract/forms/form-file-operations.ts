import { z } from 'zod'
import { idText } from '../fields.ts'
import { operation } from '../operation.ts'
import { AnsweredFile } from './form-answers.ts'
import { fileTypeNames, LARGEST_FILE_BYTES } from './form-constants.ts'

const upload = {
  summary:
    'Send a file for a question, up to 20 MB. Its content decides its type; images are drawn again without what the camera noted. The answer is what the question is answered with',
  cost: 'upload',
  params: z.strictObject({ id: idText }),
  query: z.strictObject({ item: z.string().min(1).max(60).optional() }),
  upload: {
    field: 'file',
    largestBytes: LARGEST_FILE_BYTES,
    types: fileTypeNames,
    streamed: true,
  },
  status: 200,
  response: AnsweredFile,
} as const
const amendment = {
  ...upload,
  summary:
    'Send a file for a question of a submitted form, which amends it: the file is added where the question takes several, or else replaces the one before',
} as const
const uploadErrors = [
  'invalid',
  'not_signed_in',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'unavailable',
] as const

const amendmentErrors = [...uploadErrors, 'stale'] as const

const read = {
  summary: 'A file that was sent with a form, always as a download',
  cost: 'file',
  params: z.strictObject({ id: z.uuid() }),
  status: 200,
  file: 'application/octet-stream',
} as const
const readErrors = ['not_signed_in', 'not_found', 'unavailable'] as const

const guest = { audience: 'guest', headers: { 'Guest-User-Access-Token': 'required' } } as const

export const formFileOperations = {
  'PUT public/savedforms/{id}/upload_file/': operation({
    ...guest,
    ...upload,
    errors: uploadErrors,
  }),
  'PUT private/savedforms/{id}/upload_file/': operation({
    audience: 'private',
    ...upload,
    errors: uploadErrors,
  }),
  'PUT admin/savedforms/{id}/upload_file/': operation({
    audience: 'admin',
    ...upload,
    permission: 'eforms.change_savedform',
    errors: [...uploadErrors, 'not_allowed'],
  }),
  'PUT public/submittedforms/{id}/upload_file/': operation({
    ...guest,
    ...amendment,
    errors: amendmentErrors,
  }),
  'PUT private/submittedforms/{id}/upload_file/': operation({
    audience: 'private',
    ...amendment,
    errors: amendmentErrors,
  }),
  'PUT admin/submittedforms/{id}/upload_file/': operation({
    audience: 'admin',
    ...amendment,
    permission: 'eforms.change_submittedform',
    errors: [...amendmentErrors, 'not_allowed'],
  }),
  'PUT admin/clinicianforms/{id}/upload_file/': operation({
    audience: 'admin',
    ...upload,
    permission: 'eforms.change_clinicianform',
    errors: [...uploadErrors, 'not_allowed'],
  }),
  'GET public/files/{id}/': operation({ ...guest, ...read, errors: readErrors }),
  'GET private/files/{id}/': operation({ audience: 'private', ...read, errors: readErrors }),
  'GET admin/files/{id}/': operation({
    audience: 'admin',
    ...read,
    permission: 'eforms.view_submittedform',
    orPermission: 'eforms.view_clinicianform',
    errors: [...readErrors, 'not_allowed'],
  }),
}
