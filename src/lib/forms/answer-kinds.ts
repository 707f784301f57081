import type { AnsweredFile, GroupEntry, Signature } from '../contract/forms/form-answers.ts'

/* Checks the shapes of answers without their schemas, so that pages need not load Zod. */

const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

const isText = (value: unknown): value is string => typeof value === 'string'

export const isSignature = (raw: unknown): raw is Signature =>
  isObject(raw) &&
  isText(raw['name']) &&
  isText(raw['signed_on']) &&
  (raw['drawn'] === undefined || isText(raw['drawn'])) &&
  hasNoMore(raw, ['name', 'signed_on', 'drawn'])

const hasNoMore = (raw: object, names: readonly string[]) =>
  Object.keys(raw).every((name) => names.includes(name))

/** It is what the database takes; what is no id at all fits the schema of an entry of a group. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

const isFile = (raw: unknown): raw is AnsweredFile =>
  isObject(raw) &&
  isText(raw['id']) &&
  UUID.test(raw['id']) &&
  isText(raw['name']) &&
  isText(raw['type']) &&
  typeof raw['bytes'] === 'number' &&
  hasNoMore(raw, ['id', 'name', 'type', 'bytes'])

export const isFiles = (raw: unknown): raw is AnsweredFile[] =>
  Array.isArray(raw) && raw.every(isFile)

export const isTexts = (raw: unknown): raw is string[] => Array.isArray(raw) && raw.every(isText)

export const isEntry = (raw: unknown): raw is GroupEntry => isObject(raw)
