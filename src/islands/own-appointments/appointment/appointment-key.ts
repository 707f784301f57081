export const appointmentKey = (id: number) => ['appointment', id] as const

export const newTimesKey = (id: number) => ['new-times', id] as const
