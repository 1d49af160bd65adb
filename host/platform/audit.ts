import { type Caller, type ResourceRegistry, type Routes, type Static, Type, present_caller } from '@atrium/sdk'
import { as_caller, read_store } from '@atrium/sdk/host'
import type { Knex } from 'knex'
import { actionOf, AUDIT_TABLE, type AuditRow, changesIn, ShownChange, shownChanges } from '../core/operations/index.ts'
import type { Registries } from '../core/registries/index.ts'
import { auditedRecords } from './audited-records.ts'
import { declare, SYSTEM } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'

const ORIGINS = ['ui', 'token', 'agent', 'reload', 'cli', 'job', 'system'] as const

/** A change of a field as text, for people and for CSV. */
const TextChange = Type.Object(
  {
    field: Type.String(),
    from: Type.Optional(Type.String()),
    to: Type.Optional(Type.String()),
    left_out: ShownChange.properties.left_out,
  },
  { title: 'AuditChange' },
)

const AuditRecord = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    at: Type.String({ format: 'date-time', title: 'When' }),
    person: Type.String({ title: 'Who' }),
    caller_id: Type.String({ title: 'Id of who' }),
    origin: Type.Enum([...ORIGINS], { title: 'Through', description: 'The door through which the call came' }),
    action: Type.String({ title: 'What', description: 'In the words of the operation', format: 'translated' }),
    operation: Type.String(),
    plugin: Type.String(),
    resource: Type.Optional(Type.String({ title: 'List', description: 'The path of the list that has the record' })),
    record_id: Type.Optional(Type.String({ title: 'Id of the record' })),
    record: Type.Optional(
      Type.String({
        title: 'Record',
        format: 'record-title',
        description: 'Its title now. Missing if it is gone, or you may not see it',
      }),
    ),
    record_path: Type.Optional(Type.String({ title: 'Screen', description: 'The path of the record in the shell' })),
    agent: Type.Optional(Type.String({ description: 'The agent that acted for the person' })),
    conversation: Type.Optional(Type.String({ description: 'The conversation in which the agent was asked' })),
    approval: Type.Optional(Type.String({ description: 'The approval without which the agent would not have acted' })),
    request_id: Type.String(),
    status: Type.Integer(),
    changes: Type.Array(TextChange, {
      description: 'Fields of the record. Empty if you may not see the record or its plugin is not active',
    }),
  },
  { title: 'AuditEntry' },
)

const RULES = {
  sort: ['at', 'person', 'plugin'],
  filter: [
    'at',
    'person',
    'caller_id',
    'origin',
    'operation',
    'plugin',
    'resource',
    'record_id',
    'agent',
    'conversation',
    'approval',
    'request_id',
    'status',
  ],
  search: ['person', 'operation', 'record_id', 'request_id'],
} as const

/** The routes of the audit log: a list with filters, which `Accept: text/csv` exports. */
export function auditRoutes(routes: Routes, parts: PlatformParts): void {
  const { database, registries } = parts
  const rows = read_store(database.context, AUDIT_TABLE, AuditRecord, { ...RULES, from: auditRows })
  const shown = (row: Static<typeof AuditRecord>) => shownEntry(row, registries)
  routes.records('/audit/{entry_id}', {
    ...rows,
    list: async (query) => {
      const page = await rows.list(query)
      const named = await auditedRecords(page.rows, parts)
      page.rows.forEach((row) => Object.assign(row, shown(row), named(row)))
      return page
    },
    get: async (id) => {
      const row = await rows.get(id)
      return { ...row, ...shown(row), ...(await auditedRecords([row], parts))(row) }
    },
  })
}

const auditRows = (db: Knex) =>
  db(AUDIT_TABLE)
    .select('id', 'at', 'caller_name as person', 'caller_id', 'origin', 'operation as action', 'operation', 'plugin')
    .select('resource', 'record_id', 'agent', 'conversation', 'approval', 'request_id', 'status', 'changes')
    // Filled for each answer, because the title is that of now.
    .select(db.raw('null as record'), db.raw('null as record_path'))

/** The action in words, and the changes that the present caller may see. */
function shownEntry(row: Static<typeof AuditRecord>, registries: Registries) {
  const stored = { operation: row.operation, changes: row.changes === undefined ? null : JSON.stringify(row.changes) }
  const changes = visibleChanges({ ...row, ...stored }, { registries, caller: present_caller() })
  const action = actionOf(stored, registries.operations)
  const outcome = OUTCOMES[row.status]
  return { action: outcome === undefined ? action : `${action}: ${outcome}`, changes: changes.map(toText) }
}

/** Rows normally record completed actions. These are the exceptions, by their status. */
const OUTCOMES: Readonly<Record<number, string>> = { 202: 'begun', 401: 'refused' }

const toText = ({ field, from, to, left_out }: ShownChange): Static<typeof TextChange> => ({
  field,
  ...(from !== undefined && { from: textOf(from) }),
  ...(to !== undefined && { to: textOf(to) }),
  ...(left_out && { left_out }),
})

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

interface Viewer {
  readonly registries: Registries
  readonly caller: Caller | undefined
}

/**
 * The changes of a row, for callers who could read its record: with the permission of its read operation, and without a limit to some
 * records of its table. If that operation does not exist at present, only for callers who may do everything.
 */
function visibleChanges(
  row: Pick<AuditRow, 'changes'> & Partial<Located>,
  { registries, caller }: Viewer,
): ShownChange[] {
  const { record } = changesIn(row)
  if (record === undefined || caller === undefined) return []
  const match = registries.operations.match('GET', `${row.resource}/${encodeURIComponent(row.record_id ?? '')}`)
  const read =
    match && 'operation' in match && match.operation.declaration.kind === 'read' ? match.operation : undefined
  if (read === undefined) return caller.can('*') ? shownChanges(row, { read: undefined, caller }) : []
  const { permission } = read
  if (permission === undefined || !caller.can(permission)) return []
  // The roles that allow the caller to read the record decide, not those that allow reading this log.
  return as_caller(caller, () => (reachesAll(caller, record.table) ? shownChanges(row, { read, caller }) : []), {
    permission,
  })
}

/** Whether the caller may read all records of a table. */
function reachesAll(caller: Caller, table: string | undefined): boolean {
  const ways = table === undefined ? undefined : caller.scope(table)
  return ways === undefined || ways.some(({ where }) => where === '')
}

interface Located {
  readonly resource: string | null | undefined
  readonly record_id: string | null | undefined
}

/** The screens of the audit log. */
export function auditScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(AuditRecord)
      .id('platform-audit')
      .title('Audit log')
      .description('All changes: by whom, when, and the old and new values')
      .icon('list')
      .list_path('/audit')
      .module_path('audit')
      .record_title_attribute('action')
      .nav_group(SYSTEM, 120)
      .table((table) =>
        table
          .columns((column) => [
            column.datetime('at'),
            column.text('person'),
            column.text('action'),
            column.text('record'),
            column.text('plugin').hidden(),
            column.text('record_id').hidden(),
            column.badge('origin').options(DOORS).color_by(COLORS),
          ])
          .filters((filter) => [
            filter.text('person'),
            filter.select('origin').options(DOORS),
            filter.text('plugin'),
            filter.text('operation'),
            filter.text('resource'),
            filter.text('record_id'),
            filter.date_range('at'),
          ])
          .empty('Nothing has been changed yet'),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.datetime('at'),
            entry.text('person'),
            entry.text('action'),
            entry.badge('origin').options(DOORS).color_by(COLORS),
            entry.text('record'),
            entry.link('record_path'),
            entry.text('plugin'),
            entry.text('record_id'),
            entry.text('agent'),
          ]),
          entry.repeater('changes', (change) => [
            change.text('field'),
            change.text('from').label('Was'),
            change.text('to').label('Is'),
            change.text('left_out').label('Not shown'),
          ]),
          entry.section('For support', [
            entry.grid(2, [
              entry.text('operation'),
              entry.text('resource'),
              entry.text('request_id'),
              entry.number('status'),
              entry.text('conversation'),
              entry.text('approval'),
            ]),
          ]),
        ]),
      ),
  )
}

const DOORS = {
  ui: 'Screen',
  token: 'Token',
  agent: 'Agent',
  reload: 'Reload',
  cli: 'Command line',
  job: 'Job',
  system: 'System',
} as const

const COLORS = {
  ui: 'blue',
  token: 'orange',
  agent: 'green',
  reload: 'gray',
  cli: 'gray',
  job: 'gray',
  system: 'gray',
} as const
