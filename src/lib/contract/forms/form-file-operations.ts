import { z } from 'zod'
import { idText } from '../fields.ts'
import { operation, perAudience } from '../operation.ts'
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
const uploadErrors = [
  'invalid',
  'not_signed_in',
  'not_found',
  'conflict',
  'too_large',
  'unsupported_media_type',
  'unavailable',
] as const

export const formFileOperations = {
  ...perAudience(
    'PUT savedforms/{id}/upload_file/',
    { ...upload, errors: uploadErrors },
    { permission: 'eforms.change_savedform' },
  ),
  ...perAudience(
    'PUT submittedforms/{id}/upload_file/',
    {
      ...upload,
      summary:
        'Send a file for a question of a submitted form, which amends it: the file is added where the question takes several, or else replaces the one before',
      errors: [...uploadErrors, 'stale'],
    },
    { permission: 'eforms.change_submittedform' },
  ),
  'PUT admin/clinicianforms/{id}/upload_file/': operation({
    audience: 'admin',
    ...upload,
    permission: 'eforms.change_clinicianform',
    errors: [...uploadErrors, 'not_allowed'],
  }),
  ...perAudience(
    'GET files/{id}/',
    {
      summary: 'A file that was sent with a form, always as a download',
      cost: 'file',
      params: z.strictObject({ id: z.uuid() }),
      status: 200,
      file: 'application/octet-stream',
      errors: ['not_signed_in', 'not_found', 'unavailable'],
    },
    { permission: 'eforms.view_submittedform', orPermission: 'eforms.view_clinicianform' },
  ),
}
