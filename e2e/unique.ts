import { randomBytes } from 'node:crypto'

/** Text that nothing else in the database has. Of letters, since digits could be a telephone number. */
export const unique = (): string =>
  randomBytes(4)
    .toString('hex')
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
