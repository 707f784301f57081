/** Where an appointment lies in the query cache of the island that shows it. */
export const appointmentKey = (id: number) => ['appointment', id] as const

/** Whether another time is needed, and which are suggested. */
export const newTimesKey = (id: number) => ['new-times', id] as const
