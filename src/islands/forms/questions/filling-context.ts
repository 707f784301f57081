import { createContext, useContext } from 'react'
import type { Control } from 'react-hook-form'
import type { Answers } from '#lib/contract/forms/form-answers.ts'
import type { FileReading } from '../answers/FileLink.tsx'

export type FileChoosing = {
  choose: (path: string, item: string, files: readonly File[]) => void
  retry: () => void
  cancel: () => void
  isSendingIn: (path: string) => boolean
  current: { path: string; name: string; isFailed: boolean; fraction: number } | null
  problem: { path: string; detail: string } | null
  reading: FileReading
}

export type Filling = {
  control: Control<Answers>
  on: string
  telephone: string
  /** Shows what is wrong with an answer once its field is left. */
  left: (path: string) => void
}

export const FillingContext = createContext<Filling | null>(null)
/** It stands apart, because it changes while a file is sent. */
export const FilesContext = createContext<FileChoosing | null>(null)

export function useFilling(): Filling {
  const filling = useContext(FillingContext)
  if (!filling) throw new Error('A question stands outside of a form')
  return filling
}

export const controlId = (path: string) => `answer-${path.replaceAll('.', '-')}`
