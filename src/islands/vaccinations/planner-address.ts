export function plannerFor(patientId: number, from: string | null): string {
  const query = new URLSearchParams({ patient: String(patientId), ...(from && { from }) })
  return `/clinic/appointment-planner?${query}`
}
