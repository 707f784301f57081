export const dialledNumber = (telephone: string): string => telephone.replace(/[^\d+]/g, '')
