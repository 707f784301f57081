import { z } from 'zod'
import { id, idText, instant, listQuery, paged } from './fields.ts'
import { operation } from './operation.ts'
import { User, UserListRow } from './users.ts'

/** An address is one of the fields that are chosen. */
export const mergedFields = [
  'title',
  'first_name',
  'last_name',
  'dob',
  'gender',
  'nhs_number',
  'email',
  'mobile',
  'landline',
  'address',
  'gp_surgery',
  'is_deceased',
] as const
export type MergedField = (typeof mergedFields)[number]

export const contactFields = [
  'email',
  'mobile',
  'landline',
  'address',
] as const satisfies readonly MergedField[]

const score = z.int().min(0).max(100)
const reasons = z.array(z.string())

const ComparedPerson = UserListRow.extend({
  ...User.pick({ title: true, landline: true, gender: true, gp_surgery: true }).shape,
  ...User.pick({ address1: true, address2: true, city: true, county: true, nation: true }).shape,
  is_guest: z.boolean(),
  has_account: z.boolean(),
  works_here: z.boolean(),
  appointments: z.int().nonnegative().nullable(),
  /** Fields that the person declared and nobody verified. */
  unverified: z.array(z.enum(mergedFields)),
  created: instant,
  /** Sent back with a merge, so that a later change makes it stale. */
  modified: instant,
})
export type ComparedPerson = z.infer<typeof ComparedPerson>

const DuplicateGroup = z.object({
  id,
  score,
  reasons,
  size: z.int().min(2),
  people: z.array(ComparedPerson),
  pairs: z.array(z.object({ person_id: id, other_id: id, score, reasons })),
})
export type DuplicateGroup = z.infer<typeof DuplicateGroup>

const someIds = (most: number) => z.array(id).max(most, `Choose ${most} or fewer`)

/** Which record stays, which become part of it, and whose value each field takes. */
const MergeWrite = z.strictObject({
  keep_id: id,
  merge_ids: someIds(9).min(1, 'Choose whom to merge'),
  fields: z.partialRecord(z.enum(mergedFields), id).default({}),
  /** Staff have checked that these sign-ins belong to this person, because they open all of it. */
  sign_ins_checked: z.boolean().default(false),
  /** Staff have checked that contact details which nobody verified are this person's. */
  contacts_checked: z.boolean().default(false),
  /** It has `modified` of each record; left out, any will do (docs/decisions/0090). */
  seen: z
    .array(z.strictObject({ id, modified: instant }))
    .max(10)
    .optional(),
})
export type MergeWrite = z.infer<typeof MergeWrite>

const NamedUser = z.object({ id, full_name: z.string() })

const MergePreview = z.object({
  moves: z.array(z.object({ what: z.string(), count: z.int().positive() })),
  problems: z.array(z.string()),
  notes: z.array(z.string()),
  sign_ins: z.array(NamedUser),
  /** Contact details that nobody verified and that a verified record would get. */
  unverified_contacts: z.array(z.object({ field: z.enum(contactFields), value: z.string() })),
})
export type MergePreview = z.infer<typeof MergePreview>

const Merge = z.object({
  id,
  kept: NamedUser,
  merged: NamedUser,
  at: instant,
  by: NamedUser.nullable(),
  undone_at: instant.nullable(),
})
export type Merge = z.infer<typeof Merge>

const SeparatedPair = z.object({
  one: NamedUser,
  other: NamedUser,
  at: instant,
  by: NamedUser.nullable(),
})
export type SeparatedPair = z.infer<typeof SeparatedPair>

const DuplicateSearch = z.object({
  is_running: z.boolean(),
  progress: z.int().min(0).max(100),
  ended: instant.nullable(),
  failed: z.boolean(),
})
export type DuplicateSearch = z.infer<typeof DuplicateSearch>

const managed = {
  audience: 'admin',
  permission: 'clinic.can_manage_duplicates',
  orPermission: 'clinic.can_manage_duplicate_guest_users',
} as const
const refused = ['not_signed_in', 'not_allowed'] as const
const { page, page_size } = listQuery
const list = z.strictObject({ page, page_size })

export const duplicateOperations = {
  'GET admin/potential-duplicate-users/': operation({
    cost: 'search',
    ...managed,
    summary: 'Groups of people who may be one, the likeliest first, and why',
    query: list,
    status: 200,
    response: paged(DuplicateGroup),
    errors: ['invalid', ...refused],
  }),
  'POST admin/potential-duplicate-users/': operation({
    ...managed,
    summary:
      'Merge records of one person: everything moves to the one that stays; the others are closed and point to it. Stale where one of them has changed since it was seen',
    body: MergeWrite,
    freshSignIn: true,
    status: 200,
    response: z.object({ merges: z.array(Merge) }),
    errors: ['invalid', ...refused, 'not_found', 'conflict', 'stale'],
  }),
  'POST admin/potential-duplicate-users/preview/': operation({
    ...managed,
    summary: 'What a merge would move, and why it could not be done; changes nothing',
    body: MergeWrite,
    status: 200,
    response: MergePreview,
    errors: ['invalid', ...refused, 'not_found', 'stale'],
  }),
  'POST admin/potential-duplicate-users/not-the-same/': operation({
    ...managed,
    summary: 'Mark these people as different: they are not listed again',
    body: z.strictObject({ ids: someIds(20).min(2, 'Choose two or more') }),
    status: 204,
    errors: ['invalid', ...refused, 'not_found'],
  }),
  'GET admin/potential-duplicate-users/not-the-same/': operation({
    ...managed,
    summary: 'People marked as different, the latest first',
    query: list,
    status: 200,
    response: paged(SeparatedPair),
    errors: ['invalid', ...refused],
  }),
  'POST admin/potential-duplicate-users/not-the-same/undo/': operation({
    ...managed,
    summary:
      'Undo marking two people as different: they are compared again, and listed if they look alike',
    body: z.strictObject({ ids: someIds(2).min(2, 'Choose two') }),
    status: 204,
    errors: ['invalid', ...refused, 'not_found'],
  }),
  'GET admin/potential-duplicate-users/merges/': operation({
    ...managed,
    summary: 'What was merged, the latest first',
    query: list,
    status: 200,
    response: paged(Merge),
    errors: ['invalid', ...refused],
  }),
  'POST admin/potential-duplicate-users/{id}/undo/': operation({
    ...managed,
    summary:
      'Undo a merge: what moved goes back, and fields that nobody has changed since are as they were. Conflict where something forbids it',
    params: z.strictObject({ id: idText }),
    freshSignIn: true,
    status: 200,
    response: Merge,
    errors: ['invalid', ...refused, 'not_found', 'conflict'],
  }),
  'GET admin/potential-duplicate-users/search/': operation({
    ...managed,
    summary: 'How far the search for duplicates is',
    status: 200,
    response: DuplicateSearch,
    errors: refused,
  }),
  'POST admin/potential-duplicate-users/search/': operation({
    ...managed,
    summary:
      'Search all records, in the background; progress comes over the live channel. One that is under way goes on',
    status: 200,
    response: DuplicateSearch,
    errors: refused,
  }),
}
