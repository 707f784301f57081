/**
 * The content security policy forbids code made from text, which Zod would try for speed. Has to
 * be imported before any schema is made.
 */
import { config } from 'zod'

config({ jitless: true })
