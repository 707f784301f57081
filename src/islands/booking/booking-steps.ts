export type Screen =
  | 'starting'
  | 'asking'
  | 'choose'
  | 'lookingUp'
  | 'missing'
  | 'warned'
  | 'details'
  | 'review'
  | 'refused'
  | 'expired'
  | 'signedOut'
  | 'withdrawn'
  | 'booked'

export const headings: Record<Screen, string | null> = {
  starting: 'Choose a time',
  asking: 'Continue your booking?',
  choose: 'Choose a time',
  lookingUp: null,
  missing: null,
  warned: 'There is another appointment',
  details: 'Your details',
  review: 'Check your answers',
  refused: 'Check your answers',
  expired: 'We are no longer holding your time',
  signedOut: 'You are signed out',
  withdrawn: 'This service cannot be booked at the moment',
  booked: 'Your appointment is booked',
}
