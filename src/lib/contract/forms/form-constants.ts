/** Patterns of answers, by name. */
export const answerPatterns = {
  date: /^\d{4}\/(?:0[1-9]|1[0-2])\/(?:0[1-9]|[12]\d|3[01])$/,
  time: /^(?:[01]\d|2[0-3]):[0-5]\d$/,
  fulltime: /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/,
  email: /^[^\s@]+@[^\s@][^\s@.]*\.[^\s@]+$/,
  hexColor: /^#(?:[\da-f]{3}|[\da-f]{6})$/i,
  rgbColor: /^rgb\((?:\s*(?:25[0-5]|2[0-4]\d|1?\d?\d)\s*(?:,(?!\))|(?=\)))){3}\)$/,
} as const
export type AnswerPattern = keyof typeof answerPatterns

export const prefillFields = [
  'full_name',
  'first_name',
  'last_name',
  'dob',
  'email',
  'mobile',
  'address',
  'postcode',
  'nhs_number',
  'gp_surgery',
] as const

export const MOST_ENTRIES = 20

export const LARGEST_FILE_BYTES = 20 * 1024 * 1024

export const fileTypes = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.oasis.opendocument.text': 'OpenDocument',
  'application/rtf': 'RTF',
  'text/plain': 'plain text',
} as const
export type FileType = keyof typeof fileTypes
export const fileTypeNames = Object.keys(fileTypes) as FileType[]
