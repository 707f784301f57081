import type { ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type ErrorBody, type ErrorCode, errorStatus } from '#lib/contract/errors.ts'
import { brokenConstraint, isDatabaseUnavailable } from '../database/failures.ts'
import { invalid, personAnonymised, Refusal } from '../refusals/refusal.ts'
import type { Services } from '../services.ts'
import { type AppContext, type AppEnvironment, loggedRequest } from './request-context.ts'

const RETRY_WHEN_AWAY_SECONDS = 5

export function errorHandler({
  log,
  faults,
}: Pick<Services, 'log' | 'faults'>): ErrorHandler<AppEnvironment> {
  return (error, context) => {
    const refusal = asRefusal(error)
    if (refusal.status >= 500) {
      log.error({ ...loggedRequest(context), err: error }, 'request failed')
    }
    if (refusal.code === 'internal') faults.report(error, loggedRequest(context))
    return answer(context, refusal)
  }
}

function answer(context: AppContext, refusal: Refusal) {
  if (refusal.retryAfter !== undefined) context.header('Retry-After', String(refusal.retryAfter))
  const { code, message: detail, fields, freeTimes } = refusal
  const body =
    refusal.status === 400
      ? fields
      : ({ code, detail, ...(freeTimes && { free_times: freeTimes }) } satisfies ErrorBody)
  return context.json(body, refusal.status as ContentfulStatusCode)
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException) return fromStatus(error.status)
  if (brokenConstraint(error) === 'person_anonymised_stays') return personAnonymised()
  if (isDatabaseUnavailable(error)) {
    return new Refusal('unavailable', 'The service is unavailable at the moment. Try again soon.', {
      retryAfter: RETRY_WHEN_AWAY_SECONDS,
    })
  }
  return new Refusal('internal', 'Something went wrong on our side. Try again.')
}

function fromStatus(status: number): Refusal {
  if (status === 400) return invalid({ non_field_errors: ['We could not process this request.'] })
  const code = (Object.keys(errorStatus) as ErrorCode[]).find((key) => errorStatus[key] === status)
  return new Refusal(code ?? 'internal', 'We could not process this request.')
}
