import { etag_of, page, type PluginContext, present_caller, type RecordStore, with_etag } from '@atrium/sdk'
import { rolesOf } from '../agents/roles-of.ts'
import { type Approval, approvalTable, ShownApproval } from './approval.ts'
import { whyNotDecide } from './may-decide.ts'

type Context = Pick<PluginContext, 'db' | 'call'>

/**
 * The approvals as the present caller may see them. The record and its change are stored as the person who asked sees them, so others get
 * only the members that they see of the record themselves; in lists none.
 */
export function approvalStore(context: Context): RecordStore<ShownApproval> {
  const rows = approvalTable(context.db)
  return {
    schema: ShownApproval,
    rules: rows.rules,
    ...(rows.table && { table: { ...rows.table, computed: ['decidable'] } }),
    ids: (query) => rows.ids(query),
    list: async (query) => {
      const { rows: found, total, part } = await rows.list(query)
      const isDecidable = decidableBy(context)
      const listed = found.map(async (each) =>
        shown(each, { members: isOwn(each) ? undefined : [], decidable: await isDecidable(each) }),
      )
      return page(await Promise.all(listed), total, part)
    },
    get: async (id) => {
      const approval = await rows.get(id)
      const members = isOwn(approval) ? undefined : await membersSeen(approval, context)
      return shown(approval, { members, decidable: await decidableBy(context)(approval) })
    },
  }
}

const isOwn = ({ person_id }: Approval) => present_caller()?.id === person_id

/** Whether the present caller may decide on an approval now. Their roles are read at most once. */
function decidableBy(context: Context): (approval: Approval) => Promise<boolean> {
  const caller = present_caller()
  let held: Promise<readonly string[]> | undefined
  return async (approval) => {
    if (caller === undefined || caller.kind === 'agent' || approval.status !== 'pending') return false
    if (Date.parse(approval.expires_at) <= Date.now()) return false
    const roles = () => (held ??= rolesOf(caller.id, context))
    return (await whyNotDecide(approval, { id: caller.id, roles })) === undefined
  }
}

/** The members of the record that the present caller sees; none if they may not read it, or if it is gone. */
async function membersSeen({ record_path }: Approval, { call }: Context): Promise<readonly string[]> {
  if (record_path === undefined) return []
  const record = await call('GET', record_path).catch(() => undefined)
  return typeof record === 'object' && record !== null ? Object.keys(record) : []
}

interface Shown {
  /** The members of the record that the person sees; undefined for all. */
  readonly members: readonly string[] | undefined
  readonly decidable: boolean
}

function shown(approval: Approval, { members, decidable }: Shown): ShownApproval {
  const { record, change, ...rest } = approval
  const seen = (values: Record<string, unknown> | undefined) => {
    const entries = Object.entries(values ?? {}).filter(([name]) => members?.includes(name) ?? true)
    return entries.length > 0 ? Object.fromEntries(entries) : undefined
  }
  const [seenRecord, seenChange] = [seen(record), seen(change)]
  const parts = { ...(seenRecord && { record: seenRecord }), ...(seenChange && { change: seenChange }) }
  return with_etag({ ...rest, ...parts, decidable }, etag_of(approval))
}
