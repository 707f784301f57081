/** What a telephone link dials of a number as it is written. */
export const dialledNumber = (telephone: string): string => telephone.replace(/[^\d+]/g, '')
