import { hash, randomBytes } from 'node:crypto'

/** 256 random bits. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The database keeps only this. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
