import type { Caller } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { lastParameter } from './filled-path.ts'
import type { OperationRequest, Outcome } from './request.ts'
import { idOf } from './outcome.ts'

/**
 * Writes the audit row of a change in the present transaction: who, when, through which door, which operation and which
 * fields. Field values are never written.
 */
export async function writeAudit(
  database: Database,
  request: OperationRequest,
  about: { caller: Caller; outcome: Outcome },
): Promise<void> {
  await database.context(AUDIT_TABLE).insert(auditRow(request, about))
}

export const AUDIT_TABLE = 'platform_audit'

/** The row that `writeAudit` inserts. */
export function auditRow(request: OperationRequest, { caller, outcome }: { caller: Caller; outcome: Outcome }) {
  const { operation, origin, requestId } = request
  return {
    at: new Date().toISOString(),
    caller_id: caller.id,
    caller_kind: caller.kind,
    caller_name: caller.name,
    origin,
    operation: operation.name,
    plugin: operation.owner,
    record_id: recordId(request, outcome),
    request_id: requestId,
    status: outcome.status,
    fields: fieldsOf(request),
  }
}

function recordId({ operation, params }: OperationRequest, { status, body }: Outcome): string | null {
  const made = status === 201 ? idOf(body) : undefined
  const parameter = lastParameter(operation.path)
  return made ?? (parameter === undefined ? undefined : params[parameter]) ?? null
}

/** Only names that the schema declares: any other name could contain anything. */
function fieldsOf({ operation, body }: OperationRequest): string | null {
  const known = operation.schemas.body?.properties
  if (typeof known !== 'object' || known === null || typeof body !== 'object' || body === null) return null
  const names = Object.keys(body).filter((name) => name in known)
  return names.length > 0 ? JSON.stringify(names) : null
}
