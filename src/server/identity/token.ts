import { hash, randomBytes } from 'node:crypto'

/** A secret of 256 random bits, for a person to keep. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What the database keeps of a token: enough to recognise it, useless to whoever reads it. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
