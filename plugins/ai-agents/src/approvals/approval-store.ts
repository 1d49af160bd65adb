import { etag_of, page, type PluginContext, present_caller, type RecordStore, with_etag } from '@atrium/sdk'
import { type Approval, approvalTable } from './approval.ts'

type Context = Pick<PluginContext, 'db' | 'call'>

/**
 * The approvals as the present caller may see them. The record and its change are stored as the person who asked sees them, so others get
 * only the members that they see of the record themselves; in lists none.
 */
export function approvalStore(context: Context): RecordStore<Approval> {
  const rows = approvalTable(context.db)
  return {
    schema: rows.schema,
    rules: rows.rules,
    table: rows.table,
    ids: (query) => rows.ids(query),
    list: async (query) => {
      const { rows: found, total, part } = await rows.list(query)
      return page(
        found.map((each) => (isOwn(each) ? each : shown(each, []))),
        total,
        part,
      )
    },
    get: async (id) => {
      const approval = await rows.get(id)
      return isOwn(approval) ? approval : shown(approval, await membersSeen(approval, context))
    },
  }
}

const isOwn = ({ person_id }: Approval) => present_caller()?.id === person_id

/** The members of the record that the present caller sees; none if they may not read it, or if it is gone. */
async function membersSeen({ record_path }: Approval, { call }: Context): Promise<readonly string[]> {
  if (record_path === undefined) return []
  const record = await call('GET', record_path).catch(() => undefined)
  return typeof record === 'object' && record !== null ? Object.keys(record) : []
}

function shown(approval: Approval, members: readonly string[]): Approval {
  const { record, change, ...rest } = approval
  const seen = (values: Record<string, unknown> | undefined) =>
    values && Object.fromEntries(Object.entries(values).filter(([name]) => members.includes(name)))
  const parts =
    members.length === 0 ? {} : { ...(record && { record: seen(record) }), ...(change && { change: seen(change) }) }
  return with_etag({ ...rest, ...parts }, etag_of(approval))
}
