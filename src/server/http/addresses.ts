import { contract, type OperationKey } from '#lib/contract/contract.ts'
import { mayCall } from '#lib/policy/policy.ts'
import type { Call, SignedInCall } from './implement.ts'

export type RecordPath = {
  [K in OperationKey]: K extends `GET ${infer Path}/{id}/` ? Path : never
}[OperationKey]
type AdminPath = Extract<RecordPath, `admin/${string}`>

export const apiAddress = ({ apiUrl }: Pick<Call, 'apiUrl'>, path: RecordPath, id: number) =>
  `${apiUrl}/${path}/${id}/`

/** Null where the caller may not read records of its kind (docs/decisions/0041). */
export const referenceTo = (call: SignedInCall, path: AdminPath, id: number): string | null =>
  mayRead(call, path) ? apiAddress(call, path, id) : null

export const referencesTo = (call: SignedInCall, path: AdminPath, ids: readonly number[]) =>
  mayRead(call, path) ? ids.map((id) => apiAddress(call, path, id)) : []

const mayRead = ({ viewer }: SignedInCall, path: AdminPath): boolean =>
  mayCall(viewer, contract[`GET ${path}/{id}/`])
