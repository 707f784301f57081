import { type UserCreate, users } from '#lib/contract/users.ts'
import { actorOf, audit } from '../audit.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type ListQuery, LONG_LIST, listPage } from '../resources/list.ts'

export const LISTED_COLUMNS = [
  'id',
  'uuid',
  'full_name',
  'first_name',
  'last_name',
  'dob',
  'nhs_number',
  'mobile',
  'email',
  'postcode',
  'is_active',
  'is_deceased',
] as const

/** One page of people; the trail records that somebody searched, not for whom. */
export async function listPeople(
  call: SignedInCall,
  { dob, ...query }: ListQuery & { dob?: string | undefined },
) {
  return await call.services.db.transaction().execute(async (tx) => {
    const rows = people(tx).$if(dob !== undefined, (q) => q.where('dob', '=', dob ?? ''))
    const page = await listPage(users, rows, query, LONG_LIST)
    await audit(tx, call, {
      actor: actorOf(call.viewer),
      action: 'person.listed',
      subjectType: 'person',
      subjectId: 0,
      patientId: null,
      change: { found: page.count, page: query.page },
    })
    return page
  })
}

/** Creates a person who has no account: always a new one, whoever else there is. */
export async function createPerson(call: SignedInCall, written: UserCreate): Promise<ListedRow> {
  return await call.services.db.transaction().execute(async (tx) => {
    const row = await tx
      .insertInto('person')
      .values({ ...written, is_portal_user: false })
      .returning(LISTED_COLUMNS)
      .executeTakeFirstOrThrow()
    await audit(tx, call, {
      actor: actorOf(call.viewer),
      action: 'person.created',
      subjectType: 'person',
      subjectId: row.id,
      patientId: row.id,
    })
    return row
  })
}

/** People by what they are searched for. */
function people(executor: Executor) {
  return executor
    .selectFrom((from) =>
      from
        .selectFrom('person')
        .select(LISTED_COLUMNS)
        .select('search_text')
        .where('merged_into', 'is', null)
        .as('person'),
    )
    .selectAll()
}

export type ListedRow = Omit<
  Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>,
  'search_text'
>
