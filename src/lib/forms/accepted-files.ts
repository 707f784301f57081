import { type FileType, fileTypeNames, fileTypes } from '../contract/forms/form-constants.ts'

export function acceptedTypes(accept: readonly string[] | undefined): readonly FileType[] {
  const accepted = fileTypeNames.filter((type) =>
    accept?.some((pattern) =>
      pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
    ),
  )
  return accepted.length > 0 ? accepted : fileTypeNames
}

export const formatAcceptedFiles = (accept: readonly string[] | undefined): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    acceptedTypes(accept).map((type) => fileTypes[type]),
  )
