import { ApiError, type Knex, type PluginContext, type RecordStore, table_store } from '@atrium/sdk'
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
import { Credential, StoredCredential } from './credential.ts'

type Context = Pick<PluginContext, 'db' | 'secrets'>

const TABLE = 'ai_agents_credentials'

const API_KEY: SealedField = {
  ...{ table: TABLE, field: 'api_key', sealed: 'sealed_key' },
  ...{ hint: 'key_hint', set_at: 'key_set_at' },
}

/**
 * The store of credentials. A person who changes where the key is sent must enter it again, so that nobody can have a key sent to their own
 * address.
 */
export function credentialStore(context: Context): RecordStore<Credential> {
  const rows = table_store(context.db, TABLE, StoredCredential, {
    sort: ['name', 'kind', 'created_at'],
    filter: ['kind'],
    search: ['name', 'base_url'],
  })
  return sealedStore<Credential>(context, {
    ...{ schema: Credential, rows, fields: [API_KEY] },
    check: checkCredential,
    requireUnused: (record) => requireUnused(context.db, record),
  })
}

const NEEDS_KEY: readonly string[] = ['openai', 'anthropic']

function checkCredential(next: Given<Credential>, current: Credential | undefined): void {
  const { kind, base_url, api_key, key_hint } = next
  const compatible = kind === 'openai-compatible'
  if (compatible && base_url === undefined)
    throw invalidField('/base_url', 'Enter the address of the server', 'required')
  if (kind === 'offline' && base_url !== undefined)
    throw invalidField('/base_url', 'The offline provider has no address. Leave it empty')
  if (base_url !== undefined) checkAddress(base_url, 'base_url')
  if (NEEDS_KEY.includes(kind ?? '') && (api_key ?? key_hint) === undefined)
    throw invalidField('/api_key', 'Enter the API key of the provider', 'required')
  if (kind === 'offline' && api_key !== undefined) throw invalidField('/api_key', 'The offline provider has no key')
  checkSecret(api_key, 'api_key')
  const isMoved = current !== undefined && (kind !== current.kind || base_url !== current.base_url)
  if (isMoved && key_hint !== undefined && api_key === undefined)
    throw invalidField('/api_key', 'Enter the key again, because it would be sent to another address', 'required')
}

async function requireUnused(db: Knex, { id, name }: Credential): Promise<void> {
  const users = await db('ai_agents_agents').where({ credential_id: id }).pluck<number[]>('id')
  await requireNoAgents(users, { kind: 'credential', name, db })
}

/** A credential with its key, for the provider. The key must not leave the request that uses it. */
export interface OpenedCredential extends Pick<StoredCredential, 'id' | 'name' | 'kind' | 'base_url'> {
  readonly key: string | undefined
}

interface SealedRow extends Pick<StoredCredential, 'id' | 'name' | 'kind'> {
  readonly base_url: string | null
  readonly sealed_key: string | null
}

/** @throws ApiError 404 */
export async function openCredential(id: number, { db, secrets }: Context): Promise<OpenedCredential> {
  const row = await db(TABLE).where({ id }).first<SealedRow | undefined>('id', 'name', 'kind', 'base_url', 'sealed_key')
  if (row === undefined)
    throw new ApiError('record_not_found', { detail: `There is no credential [${id}]. It may have been deleted.` })
  const { sealed_key, base_url, ...known } = row
  return {
    ...known,
    base_url: base_url ?? undefined,
    key: await openSealed(API_KEY, { id, sealed: sealed_key }, { secrets }),
  }
}
