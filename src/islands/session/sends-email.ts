import { createContext } from 'react'

/** Whether messages go to patients: `PublicSettings.sendsEmail`, for what lies deep in an island. */
export const SendsEmailContext = createContext(false)
