import type { FormCalls } from '../form-calls.ts'

export const appointmentFormsQuery = (calls: FormCalls, id: number) => ({
  queryKey: ['appointment-forms', calls.type, id],
  queryFn: () => calls.ofAppointment(id),
})
