import type { Handlers } from '../http/implement.ts'
import {
  deleteSnippet,
  listSnippets,
  readSnippet,
  saveSnippet,
  updateSnippet,
} from './advice-snippets.ts'
import {
  markAdvice,
  markFavourite,
  putBackAdvice,
  updateAdvice,
  withdrawAdvice,
  writeAdvice,
} from './change-advice.ts'
import {
  listAdviceForGuest,
  listAdviceForStaff,
  listOwnAdvice,
  readAdvice,
  readOwnAdvice,
} from './read-advice.ts'

const active = { isArchived: false }
const archived = { isArchived: true }

export const adviceRoutes = {
  'GET public/patientadvices/': ({ query }, call) => listAdviceForGuest(call, query),
  'GET private/patientadvices/': ({ query }, call) => listOwnAdvice(call, query, active),
  'GET admin/patientadvices/': ({ query }, call) => listAdviceForStaff(call, query, active),
  'GET private/patientarchivedadvices/': ({ query }, call) => listOwnAdvice(call, query, archived),
  'GET admin/patientarchivedadvices/': ({ query }, call) =>
    listAdviceForStaff(call, query, archived),
  'GET private/patientadvices/{id}/': ({ params }, call) => readOwnAdvice(call, params.id),
  'GET admin/patientadvices/{id}/': ({ params }, call) => readAdvice(call, params.id),

  'POST admin/patientadvices/': ({ body }, call) => writeAdvice(call, body),
  'PUT admin/patientadvices/{id}/': ({ params, body }, call) => updateAdvice(call, params.id, body),
  'PATCH admin/patientadvices/{id}/': ({ params, body }, call) => markAdvice(call, params.id, body),
  'PATCH private/patientadvices/{id}/': ({ params, body }, call) =>
    markFavourite(call, params.id, body.favourite),
  'PUT private/patientadvices/{id}/': ({ params, body }, call) =>
    putBackAdvice(call, params.id, body),
  'DELETE admin/patientadvices/{id}/': ({ params, body }, call) =>
    withdrawAdvice(call, params.id, body),

  'GET admin/advicesnippets/': ({ query }, call) => listSnippets(call, query),
  'GET admin/advicesnippets/{id}/': ({ params }, call) => readSnippet(call, params.id),
  'POST admin/advicesnippets/': ({ body }, call) => saveSnippet(call, body),
  'PUT admin/advicesnippets/{id}/': ({ params, body }, call) =>
    updateSnippet(call, params.id, body),
  'DELETE admin/advicesnippets/{id}/': ({ params }, call) => deleteSnippet(call, params.id),
} satisfies Handlers
