/** Where an appointment lies in the query cache of the island that shows it. */
export const appointmentKey = (id: number) => ['appointment', id] as const
