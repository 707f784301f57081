/** A 403 for the whole call; any other says why this one was refused. */
export const NOT_ALLOWED_AT_ALL = 'You do not have permission to do this.'
