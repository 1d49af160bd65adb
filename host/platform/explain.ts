import { ApiError, type Caller, type Routes, type Static, Type } from '@atrium/sdk'
import { as_caller, meets_condition, tables_of_store } from '@atrium/sdk/host'
import {
  type AskedRecord,
  explain,
  type Explanation,
  type Holder,
  holderOf,
  type UserRecord,
} from '../core/auth/index.ts'
import { held } from '../core/operations/index.ts'
import type { Operation, OperationRegistry } from '../core/registries/index.ts'
import type { PlatformParts } from './platform-parts.ts'

const Query = Type.Object({
  person: Type.String({ minLength: 1, description: 'The id or the e-mail of a person or service account' }),
  token: Type.Optional(Type.String({ description: 'The id of one of their tokens, which may do less' })),
  permission: Type.Optional(Type.String({ description: 'clients.clients.view; of a record, default: to view it' })),
  operation: Type.Optional(Type.String({ description: 'GET /api/v1/clients/clients' })),
  record: Type.Optional(Type.String({ description: 'The path of a record: /api/v1/clients/clients/7' })),
  field: Type.Optional(Type.String({ description: 'A field of the record' })),
  to: Type.Optional(Type.Enum(['see', 'change'], { description: 'What is wanted of the field. Default: see' })),
})
type Query = Static<typeof Query>

const Rule = Type.Object({
  role: Type.Object({ id: Type.String(), name: Type.String() }),
  permission: Type.String({ description: 'As the role grants it' }),
  where: Type.Optional(
    Type.String({ description: 'The condition of the role for this person; empty: all records; absent: no record' }),
  ),
  meets: Type.Optional(Type.Boolean({ description: 'Whether the record meets the condition' })),
  field: Type.Optional(Type.Enum(['hidden', 'read_only', 'free'])),
})

const Answer = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String() }),
  permission: Type.String(),
  allowed: Type.Boolean(),
  reason: Type.Enum([
    ...['granted', 'permission_missing', 'token_limited', 'record_out_of_reach', 'field_hidden', 'field_read_only'],
    'person_disabled',
  ]),
  detail: Type.String({ description: 'The same in a sentence' }),
  rules: Type.Array(Rule, {
    description: 'What each role that grants the permission says; those that decide come first',
  }),
  grant: Type.Optional(
    Type.Object(
      {
        role: Type.Optional(
          Type.Object({
            permissions: Type.Array(Type.String()),
            conditions: Type.Array(Type.Object({ resource: Type.String(), where: Type.String() })),
            fields: Type.Array(Type.Unknown()),
          }),
        ),
        token: Type.Optional(Type.String({ description: 'The permission that the token lacks' })),
      },
      { description: 'The least that would turn the refusal around: a further role, a permission of the token' },
    ),
  ),
})

/** The route that tells why somebody may or may not do something. */
export function explainRoutes(routes: Routes, { auth, registries }: PlatformParts): void {
  routes.get(
    '/explain',
    {
      summary: 'Say which rule allows or refuses something, and the smallest grant that would change it',
      query: Query,
      response: Answer,
    },
    async ({ query }) => {
      const person = await findPerson(auth, query.person)
      const roles = await auth.roles.list()
      const token = query.token === undefined ? undefined : await auth.tokens.get(query.token)
      if (token && token.user_id !== person.id)
        throw wrong('token', `[${token.name}] is not a token of [${person.name}].`)
      const holder: Holder = { ...holderOf(person, roles), limit: token?.permissions }
      const { permission, record } = await questionOf(query, registries.operations)
      const field = query.field === undefined ? undefined : { name: query.field, to: query.to ?? ('see' as const) }
      return answerOf(person, permission, explain(holder, { permission, record, field }))
    },
  )
}

function answerOf({ id, name, disabled_at }: UserRecord, permission: string, explained: Explanation) {
  const disabled = { allowed: false, reason: 'person_disabled', detail: `[${name}] is disabled and may do nothing.` }
  const answer = {
    person: { id, name },
    permission,
    ...explained,
    detail: sentenceOf(explained, { permission, name }),
    ...(disabled_at !== null && disabled),
  }
  return answer as Static<typeof Answer>
}

async function findPerson({ users }: PlatformParts['auth'], given: string) {
  if (!given.includes('@')) return users.get(given)
  const found = (await users.list()).find(({ email }) => email?.toLowerCase() === given.toLowerCase())
  if (found) return found
  throw new ApiError('record_not_found', {
    detail: `Nobody has the e-mail [${given}]. Send the id of a person instead.`,
  })
}

interface Asked {
  readonly permission: string
  readonly record: AskedRecord | undefined
}

async function questionOf(query: Query, operations: OperationRegistry): Promise<Asked> {
  if (query.record !== undefined) return recordAsked(query.record, query, operations)
  if (query.field !== undefined) throw wrong('field', 'Name the record too: record=/api/v1/clients/clients/7.')
  if (query.permission !== undefined) return { permission: query.permission, record: undefined }
  if (query.operation === undefined)
    throw wrong('permission', 'Name a permission, an operation or a record to ask about.')
  const { permission } = operationOf(query.operation, operations)
  if (permission !== undefined) return { permission, record: undefined }
  throw wrong('operation', `[${query.operation}] needs no permission: it is open to everybody.`)
}

function operationOf(name: string, operations: OperationRegistry): Operation {
  const [method = '', path = ''] = name.split(' ')
  const match = operations.match(method.toUpperCase(), path)
  if (match && 'operation' in match) return match.operation
  throw wrong(
    'operation',
    `There is no operation [${name}]. Write a method and a path, such as GET /api/v1/clients/clients.`,
  )
}

/** Reads the record as the platform itself, because the person may not reach it. */
async function recordAsked(path: string, { permission, to }: Query, operations: OperationRegistry): Promise<Asked> {
  const match = operations.match('GET', path)
  const operation = match && 'operation' in match ? match.operation : undefined
  const { store, kind } = operation?.declaration ?? {}
  if (!match || !('operation' in match) || operation === undefined || kind !== 'read' || store === undefined) {
    const detail = `[${path}] is not a record. Write the path that reads one, such as /api/v1/clients/clients/7.`
    throw wrong('record', detail)
  }
  const id = Object.values(match.params).at(-1) ?? ''
  const record = await held(operation.lease, () => as_caller(PLATFORM, () => store.get(id)))
  const [owner] = tables_of_store(store)
  if (owner === undefined) throw wrong('record', `The records of [${path}] are not in a table, so no role limits them.`)
  const change = to === 'change' ? operations.match('PATCH', path) : undefined
  const asked = change && 'operation' in change ? change.operation.permission : operation.permission
  return {
    permission: permission ?? asked ?? '',
    record: { resource: owner.table, id, meets: (where) => meets_condition(where, { ...owner, record }) },
  }
}

/** Reaches every record. What it reads is not answered. */
const PLATFORM: Caller = { id: 'platform', kind: 'system', name: 'Atrium', can: () => true, scope: () => undefined }

const wrong = (name: string, detail: string) => new ApiError('query_malformed', { detail: `[${name}]: ${detail}` })

const SENTENCES: Readonly<Record<Explanation['reason'], (about: About) => string>> = {
  granted: ({ name, permission, roles }) => `[${name}] may, because ${roles} grants [${permission}].`,
  permission_missing: ({ name, permission }) => `No role of [${name}] grants [${permission}].`,
  token_limited: ({ name, permission }) => `[${name}] holds [${permission}], but the token does not.`,
  record_out_of_reach: ({ permission, roles }) => `${roles} grants [${permission}], but not for this record.`,
  field_hidden: ({ roles }) => `${roles} hides the field.`,
  field_read_only: ({ roles }) => `${roles} shows the field but makes it read-only.`,
}

interface About {
  readonly name: string
  readonly permission: string
  /** The roles that decide, in brackets. */
  readonly roles: string
}

function sentenceOf({ reason, rules }: Explanation, about: Omit<About, 'roles'>): string {
  const roles = [...new Set(rules.map(({ role }) => `[${role.name}]`))].join(', ')
  return SENTENCES[reason]({ ...about, roles })
}
