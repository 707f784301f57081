import { createReadStream } from 'node:fs'
import { type FileType, fileTypeNames } from '#lib/contract/forms/form-constants.ts'

/** Its content decides, whatever its name says; null for what forms do not take. */
export async function typeOfContent(path: string): Promise<FileType | null> {
  const { fileTypeFromFile } = await import('file-type')
  const { mime } = (await fileTypeFromFile(path)) ?? {}
  if (mime === undefined) return (await isText(path)) ? 'text/plain' : null
  return fileTypeNames.find((type) => type === mime) ?? null
}

async function isText(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let isEmpty = true
  try {
    for await (const piece of createReadStream(path)) {
      const text = decoder.decode(piece as Buffer, { stream: true })
      if (!TEXT.test(text)) return false
      isEmpty &&= text === ''
    }
    decoder.decode()
    return !isEmpty
  } catch {
    return false
  }
}

const TEXT = /^(?:[^\p{Cc}]|[\n\r\t\f])*$/u

const extensions: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/rtf': ['rtf'],
  'text/plain': ['txt'],
}

const LONGEST_STEM = 150

/**
 * Turns the caller's name into one of a file of this type: no folders, no odd characters, the right
 * ending.
 */
export function nameOfFile(given: string, type: FileType): string {
  const last = given.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const [, ending = ''] = /\.([^.]{1,10})$/u.exec(last) ?? []
  const stem = ending === '' ? last : last.slice(0, -ending.length - 1)
  const plain = stem.replace(/[\p{C}<>:"|?*]/gu, '').trim()
  const known = extensions[type]
  const isRight = known.includes(ending.toLowerCase())
  return `${plain.slice(0, LONGEST_STEM) || 'file'}.${isRight ? ending.toLowerCase() : known[0]}`
}
