import type { FormCalls } from '../form-calls.ts'

export const submittedFormQuery = (calls: FormCalls, id: number) => ({
  queryKey: ['submitted-form', calls.type, id],
  queryFn: () => calls.readSubmitted(id),
})
