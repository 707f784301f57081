import { hash, randomBytes } from 'node:crypto'

export const newToken = () => randomBytes(32).toString('base64url')

export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer')
