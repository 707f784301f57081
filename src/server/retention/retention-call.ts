import type { AuditActor } from '../audit/audit.ts'

export const SYSTEM: AuditActor = { id: null, role: 'system' }

/** The lines of one run share its id in the trail. */
export const retentionCall = (runId: string) => ({ source: '', requestId: runId })
