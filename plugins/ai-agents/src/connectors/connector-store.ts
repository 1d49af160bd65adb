import { ApiError, type Knex, type PluginContext, type RecordStore, type Static, table_store } from '@atrium/sdk'
import { requireNoAgents } from '../in-use.ts'
import {
  checkAddress,
  checkSecret,
  type Given,
  invalidField,
  openSealed,
  type SealedField,
  sealedStore,
} from '../sealed-store.ts'
import { Connector, CONNECTORS, NOT_CONNECTED, StoredConnector } from './connector.ts'
import { retireTokens } from './retire-tokens.ts'
import { noteWaiting } from './waiting-tools.ts'

type Context = Pick<PluginContext, 'db' | 'secrets' | 'jobs'>

const sealed = (field: string, more: Partial<SealedField> = {}): SealedField => ({
  ...{ table: CONNECTORS, field, sealed: `sealed_${field}` },
  ...{ hint: `${field}_hint`, set_at: `${field}_set_at`, ...more },
})
const SECRET = sealed('secret')
/** The secret with which this host identifies itself to the authorization server. */
export const CLIENT_SECRET = sealed('client_secret')
const DOCUMENT = sealed('document', { hintOf: (text) => `${Math.ceil(text.length / 1000)} kB` })

/**
 * The store of connectors. A person who changes where a secret is sent must enter it again. After a change of the address, the tools must
 * be accepted again, because they were accepted for the system at the former address.
 */
export function connectorStore(context: Context): RecordStore<Connector> {
  const { db } = context
  const rows = table_store(db, CONNECTORS, StoredConnector, {
    sort: ['title', 'kind', 'enabled', 'status', 'created_at'],
    filter: ['kind', 'enabled', 'status', 'auth', 'auth_status'],
    search: ['title', 'prefix', 'url', 'description'],
    before: (next, current) => ({ ...next, ...statusAfter(next, current) }),
  })
  return sealedStore<Connector>(context, {
    ...{ schema: Connector, rows, fields: [SECRET, CLIENT_SECRET, DOCUMENT] },
    check: checkConnector,
    changed: (record, before) => forgetWhatHasMoved(record, before, context),
    requireUnused: async (record) => {
      await requireUnused(db, record)
      await retireTokens(record.id, context)
    },
  })
}

function checkConnector(next: Given<Connector>, current: Connector | undefined): void {
  checkAddress(next.url ?? '', 'url')
  checkSource(next)
  checkAuth(next)
  if (current !== undefined) checkChange(next, current)
}

function checkSource({ kind, document, document_hint, document_url }: Given<Connector>): void {
  const isGiven = document !== undefined || document_hint !== undefined
  if (kind === 'http') {
    if (document_url !== undefined) checkAddress(document_url, 'document_url', { query: true })
    if (!isGiven && document_url === undefined)
      throw invalidField(
        '/document_url',
        'Enter the address of the OpenAPI document, or paste the document',
        'required',
      )
  } else if (isGiven || document_url !== undefined) {
    const field = isGiven ? 'document' : 'document_url'
    throw invalidField(`/${field}`, 'An MCP server describes its tools itself. Leave it empty')
  }
}

function checkAuth({ auth, secret, secret_hint, client_secret, issuer }: Given<Connector>): void {
  checkSecret(secret, 'secret')
  checkSecret(client_secret, 'client_secret')
  if (auth === 'bearer' && (secret ?? secret_hint) === undefined)
    throw invalidField('/secret', 'Enter the token that the system expects', 'required')
  if (auth !== 'bearer' && secret !== undefined)
    throw invalidField('/secret', 'Only connectors with a bearer token have one. Leave it empty')
  if (issuer !== undefined) checkAddress(issuer, 'issuer')
}

function checkChange(next: Given<Connector>, current: Connector): void {
  for (const field of ['prefix', 'kind'] as const)
    if (next[field] !== current[field])
      throw invalidField(`/${field}`, 'It cannot be changed. Create another connector instead', 'immutable')
  const again = (what: string) => `Enter ${what} again, because it would be sent to another address`
  if (next.url !== current.url && next.secret_hint !== undefined && next.secret === undefined)
    throw invalidField('/secret', again('the token'), 'required')
  // Without an issuer from the operator, the server at the address determines who gets the client secret.
  const hasOtherIssuer = next.issuer !== current.issuer || (next.issuer === undefined && next.url !== current.url)
  if (hasOtherIssuer && next.client_secret_hint !== undefined && next.client_secret === undefined)
    throw invalidField('/client_secret', again('the client secret'), 'required')
}

type Stored = Static<typeof StoredConnector>

/** The values that the tokens of a connector belong to. */
const AUTHORITY = ['url', 'auth', 'issuer', 'client_id'] as const

const isOther = (next: Partial<Stored>, current: Partial<Stored>) =>
  AUTHORITY.some((field) => next[field] !== current[field])

/** A moved connector has not been reached yet, and is not signed in. */
function statusAfter(next: Partial<Stored>, current: Partial<Stored> | undefined): Partial<Stored> {
  const auth_detail = next.auth === 'oauth' ? NOT_CONNECTED : undefined
  if (current === undefined) return { auth_detail }
  if (!isOther(next, current)) return {}
  const signedOut = { auth_status: 'none' as const, auth_detail, token_expires_at: undefined }
  if (next.url === current.url) return signedOut
  return { ...signedOut, status: 'new', status_detail: undefined, checked_at: undefined }
}

/** Tools of a different address are in quarantine, and tokens are not sent to an address for which they were not issued. */
async function forgetWhatHasMoved(now: Connector, before: Connector, { db, jobs }: Context): Promise<void> {
  if (!isOther(now, before)) return
  await retireTokens(now.id, { db, jobs })
  await db(CONNECTORS).where({ id: now.id }).update({ tokens: null, refresh_lease: null })
  if (now.url === before.url) return
  await db('ai_agents_connector_tools')
    .where({ connector_id: now.id })
    .update({ state: 'quarantine', accepted: null, accepted_hash: null, accepted_by: null, accepted_at: null })
  await noteWaiting(now.id, db)
}

async function requireUnused(db: Knex, { id, title }: Connector): Promise<void> {
  const agents = await db('ai_agents_agents').select<{ id: number; connectors: string }[]>('id', 'connectors')
  const users = agents.filter(({ connectors }) => (JSON.parse(connectors) as number[]).includes(id))
  await requireNoAgents(
    users.map((agent) => agent.id),
    { kind: 'connector', name: title, db },
  )
}

/** A connector with its secrets, for requests to it. They must not leave the request that uses them. */
export interface OpenedConnector extends Connector {
  readonly secret?: string
  readonly document?: string
}

interface SealedRow {
  readonly sealed_secret: string | null
  readonly sealed_document: string | null
}

/** @throws ApiError 404, or 409 for one that is not enabled */
export async function openConnector(id: number, context: Context): Promise<OpenedConnector> {
  const { db } = context
  const connector = await connectorStore(context).get(id)
  if (!connector.enabled)
    throw new ApiError('connector_disabled', {
      status: 409,
      detail: `The connector [${connector.title}] is disabled. Enable it first.`,
    })
  const row = await db(CONNECTORS).where({ id }).first<SealedRow>('sealed_secret', 'sealed_document')
  // A token that was entered before stays, but only `bearer` sends it.
  const sealed_secret = connector.auth === 'bearer' ? row.sealed_secret : null
  const secret = await openSealed(SECRET, { id, sealed: sealed_secret }, context)
  const document = await openSealed(DOCUMENT, { id, sealed: row.sealed_document }, context)
  return { ...connector, ...(secret !== undefined && { secret }), ...(document !== undefined && { document }) }
}
