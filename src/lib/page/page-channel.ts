export const PAGE_CHANNEL = 'carelane.pages'
