import { z } from 'zod'
import { calendarDate, id, idText, instant, listQuery, paged } from './fields.ts'
import { operation } from './operation.ts'
import { DOWNLOADS_PEOPLE } from './permissions.ts'
import { resource } from './resource.ts'

const ActorRole = z.enum(['system', 'visitor', 'guest', 'patient', 'staff'])
export type ActorRole = z.infer<typeof ActorRole>

const NamedPerson = z.object({ id, full_name: z.string() })

const sequence = z.int().positive()

const AuditEvent = z.object({
  sequence,
  at: instant,
  actor: NamedPerson.nullable(),
  actor_role: ActorRole,
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.int().nonnegative(),
  patient: NamedPerson.nullable(),
  change: z.record(z.string(), z.unknown()),
  source: z.string(),
  request_id: z.string(),
})
export type AuditEvent = z.infer<typeof AuditEvent>

export const auditEvents = resource({
  name: 'line of the audit trail',
  path: 'auditevents',
  entity: AuditEvent,
  searchable: [],
  orderable: ['sequence'],
  defaultOrder: 'sequence',
})

const filters = {
  person_id: idText.optional(),
  patient_id: idText.optional(),
  subject_type: z
    .string()
    .max(50)
    .regex(/^[a-z_]+$/)
    .optional(),
  subject_id: idText.optional(),
  action: z
    .string()
    .max(100)
    .regex(/^[a-z_]+(\.[a-z_]+)?$/)
    .optional(),
  actor_role: ActorRole.optional(),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
}

type Given = {
  from?: string | undefined
  to?: string | undefined
  subject_type?: string | undefined
  subject_id?: number | undefined
}

const agreeing = <T extends z.ZodType<Given>>(query: T) =>
  query
    .refine(({ from, to }) => !from || !to || from <= to, {
      path: ['to'],
      error: 'The last day must not be before the first',
    })
    .refine((given) => !given.subject_id || given.subject_type, {
      path: ['subject_type'],
      error: 'Choose what kind of record it is',
    })

export const auditOperations = {
  'GET admin/auditevents/': operation({
    cost: 'report',
    summary: 'The audit trail, newest first',
    audience: 'admin',
    permission: 'admin.view_logentry',
    query: agreeing(
      z.strictObject({
        page: listQuery.page,
        page_size: listQuery.page_size,
        /** Excludes newer entries, so that pages stay the same. */
        up_to: z.coerce.number().pipe(sequence).optional(),
        ...filters,
      }),
    ),
    status: 200,
    response: paged(AuditEvent),
    errors: ['not_signed_in', 'not_allowed'],
  }),
  'GET admin/auditevents/export/': operation({
    cost: 'file',
    summary: 'The audit trail as a file, newest first, at most 100,000 lines',
    audience: 'admin',
    permission: 'admin.view_logentry',
    andPermission: DOWNLOADS_PEOPLE,
    query: agreeing(z.strictObject(filters)),
    status: 200,
    file: 'text/csv',
    freshSignIn: true,
    errors: ['not_signed_in', 'not_allowed'],
  }),
}
