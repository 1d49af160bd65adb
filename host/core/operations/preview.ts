import type { Database } from '../../base/db/index.ts'
import { type Auth, type Identity, type Preview, PREVIEW_PERMISSION, previewText } from '../auth/index.ts'
import { AUDIT_TABLE, type AuditRow, PREVIEW } from './audit.ts'
import { ORIGINS } from './request.ts'

/** Milliseconds for which the same preview is recorded only once, regardless of its requests. */
const SAME = 10 * 60_000

/** The number of started previews that are remembered. With more, the oldest are recorded again early. */
const MOST = 10_000

/**
 * Returns the identity with which a caller previews Atrium as a role or a person.
 * @param text the value of `Atrium-Preview`
 * @throws ApiError as `Auth.preview` does
 */
export type PreviewAs = (identity: Identity, text: string, request: { readonly id: string }) => Promise<Identity>

/** Makes previews. The start of each is in the audit log before its first answer. */
export function createPreview({ auth, database }: PreviewOptions): PreviewAs {
  /** When each was last recorded, oldest first, on a clock that is never set back. */
  const noted = new Map<string, number>()

  async function note(preview: Preview, row: Omit<AuditRow, 'id'>): Promise<void> {
    const key = `${preview.by.id} ${previewText(preview)} ${row.origin}`
    const now = performance.now()
    if (now - (noted.get(key) ?? -Infinity) < SAME) return
    await database.outside(() => database.knex(AUDIT_TABLE).insert(row))
    noted.delete(key)
    noted.set(key, now)
    const [oldest] = noted.keys()
    if (oldest !== undefined && noted.size > MOST) noted.delete(oldest)
  }

  return async (identity, text, { id }) => {
    const caller = await auth.preview(identity.caller, text)
    auth.grantUse.note(identity.caller, PREVIEW_PERMISSION)
    const { preview } = caller
    if (preview) await note(preview, auditRow(preview, { origin: ORIGINS[identity.by], requestId: id }))
    return { ...identity, caller }
  }
}

interface PreviewOptions {
  readonly auth: Pick<Auth, 'preview' | 'grantUse'>
  readonly database: Database
}

/** The row belongs to the history of the role or person. */
function auditRow(
  { kind, id, by }: Preview,
  { origin, requestId }: { origin: AuditRow['origin']; requestId: string },
): Omit<AuditRow, 'id'> {
  return {
    at: new Date().toISOString(),
    caller_id: by.id,
    caller_kind: by.kind,
    caller_name: by.name,
    origin,
    operation: PREVIEW,
    plugin: 'platform',
    resource: `/api/v1/platform/${kind === 'role' ? 'roles' : 'users'}`,
    record_id: id,
    request_id: requestId,
    status: 200,
    fields: null,
    changes: null,
    ...{ agent: null, conversation: null, approval: null },
  }
}
