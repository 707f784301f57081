import pg from 'pg'
import { type DestinationStream, type Logger, pino } from 'pino'
import type { Settings } from '../settings.ts'

/** No line names a person: errors are cut to what cannot. */
export function createLog(level: Settings['LOG_LEVEL'], destination?: DestinationStream): Logger {
  const serializers = {
    err: (error: unknown) => describeError(error, { asText: true }),
    // A page's error may repeat what somebody typed.
    fault: (error: unknown) => describeError(error, { asText: false }),
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

/** PostgreSQL and parsers quote data, so only kind and place are logged. */
function describeError(error: unknown, { asText }: { asText: boolean }): Description {
  if (!(error instanceof Error)) return { type: typeof error, stack: '' }
  const quotes = !asText || error instanceof pg.DatabaseError || error instanceof SyntaxError
  return {
    type: error.name,
    ...(!quotes && { message: error.message }),
    ...('code' in error && { code: error.code }),
    ...(error instanceof pg.DatabaseError && { constraint: error.constraint }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause, { asText }) }),
  }
}
