export const NOT_ALLOWED_AT_ALL = 'You do not have permission to do this.'
