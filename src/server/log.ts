import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from './settings.ts'

/** The structured log of the process. No line names a person: what errors say is cut to what cannot. */
export function createLog(level: Settings['LOG_LEVEL'], destination?: DestinationStream): Logger {
  const serializers = {
    err: (error: unknown) => describeError(error, { inWords: true }),
    // Of a page: what is said of it may repeat what somebody typed.
    fault: (error: unknown) => describeError(error, { inWords: false }),
  }
  const options = { level, base: null, serializers }
  return destination ? pino(options, destination) : pino(options)
}

type Description = {
  type: string
  message?: string
  code?: unknown
  constraint?: string | undefined
  stack: string
  cause?: Description
}

/**
 * PostgreSQL quotes the row that it refused, and a parser the text that it could not read: of those
 * only the kind and the place are told.
 */
function describeError(error: unknown, { inWords }: { inWords: boolean }): Description {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' }
  const quotes = !inWords || error instanceof pg.DatabaseError || error instanceof SyntaxError
  return {
    type: error.name,
    ...(!quotes && { message: error.message }),
    ...('code' in error && { code: error.code }),
    ...(error instanceof pg.DatabaseError && { constraint: error.constraint }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause, { inWords }) }),
  }
}
