import { adminLists, adminResources } from '#lib/contract/admin/admin-resources.ts'
import { type AuditSubject, auditSubjects } from '#lib/contract/audit-subjects.ts'
import type { Executor } from '../database/connection.ts'
import type { SignedInCall } from '../http/implement.ts'
import { type AuditEntry, audit, auditByViewer, toAuditActor } from './audit.ts'
import type { AuditFilters } from './audit-filters.ts'

type About = Pick<AuditEntry, 'subjectType' | 'subjectId' | 'patientId'>

/** Readings are recorded only where the filters are about one person or record. */
export async function auditRead(
  executor: Executor,
  call: SignedInCall,
  filters: AuditFilters,
  page: number,
): Promise<void> {
  const about = await singledOut(executor, filters)
  if (!about) return
  const actor = toAuditActor(call.viewer)
  await audit(executor, call, { actor, action: 'audit.read', ...about, change: { filters, page } })
}

export async function auditExported(
  executor: Executor,
  call: SignedInCall,
  filters: AuditFilters,
  lines: number,
): Promise<void> {
  const about = await singledOut(executor, filters)
  await auditByViewer(executor, call, {
    action: 'audit.exported',
    ...(about ?? { subjectType: 'audit_trail', subjectId: 0, patientId: null }),
    change: { filters, lines },
  })
}

/** Is null where the filters are about several. */
async function singledOut(executor: Executor, filters: AuditFilters): Promise<About | null> {
  const { patient_id, subject_type, subject_id, person_id } = filters
  if (patient_id !== undefined) return aboutPerson(patient_id)
  if (subject_type === 'person' && subject_id !== undefined) return aboutPerson(subject_id)
  if (isSubject(subject_type) && subject_id !== undefined) {
    const line = await executor
      .selectFrom('audit_event')
      .select('patient_id')
      .where('subject_type', '=', subject_type)
      .where('subject_id', '=', subject_id)
      .where('patient_id', 'is not', null)
      .orderBy('sequence', 'desc')
      .limit(1)
      .executeTakeFirst()
    return {
      subjectType: subject_type,
      subjectId: subject_id,
      patientId: line?.patient_id ?? null,
    }
  }
  return person_id === undefined ? null : aboutPerson(person_id)
}

const aboutPerson = (id: number): About => ({ subjectType: 'person', subjectId: id, patientId: id })

const subjects: ReadonlySet<string> = new Set([
  ...Object.keys(auditSubjects),
  ...[...adminLists, ...adminResources].map(({ audit: subject }) => subject),
])

const isSubject = (name: string | undefined): name is AuditSubject =>
  name !== undefined && subjects.has(name)
