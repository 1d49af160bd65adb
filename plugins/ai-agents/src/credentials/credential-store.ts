import {
  ApiError,
  invalid_values,
  type Knex,
  type Patch,
  type PluginContext,
  type RecordId,
  type RecordStore,
  table_store,
  with_etag,
  etag_of,
} from '@atrium/sdk'
import { Credential, StoredCredential } from './credential.ts'

type Context = Pick<PluginContext, 'db' | 'secrets'>

const TABLE = 'ai_agents_credentials'

/**
 * The store of credentials. The key goes into a column of its own, sealed, which no read selects. Whoever changes where the key is sent
 * enters it again, so that nobody can have a key sent to an address of their own.
 */
export function credentialStore(context: Context): RecordStore<Credential> {
  const { db } = context
  const rows = table_store(db, TABLE, StoredCredential, {
    sort: ['name', 'kind', 'created_at'],
    filter: ['kind'],
    search: ['name', 'base_url'],
  })
  return {
    schema: Credential,
    rules: rows.rules,
    transaction: true,
    list: (query) => rows.list(query),
    ids: (query) => rows.ids(query),
    get: (id) => rows.get(id),
    create: async ({ api_key, ...values }) => {
      checkCredential({ ...values, api_key })
      const made = await rows.create({ ...values, ...hintOf(api_key) })
      return withKey(made, api_key, context)
    },
    update: async (id, patch, { if_match, check } = {}) => {
      const { api_key, ...values } = patch
      const current = await rows.get(id)
      const next = merged(current, values)
      check?.(next)
      checkChange(current, { ...next, api_key: api_key ?? undefined })
      const hint = api_key === null ? { key_hint: null, key_set_at: null } : hintOf(api_key)
      const changed = await rows.update(id, { ...values, ...hint }, { if_match })
      return withKey(changed, api_key, context)
    },
    delete: async (id, options) => {
      await requireUnused(db, await rows.get(id))
      return rows.delete(id, options)
    },
  }
}

type Given = Partial<Omit<Credential, 'api_key'>> & { api_key?: string | undefined }

function merged(current: StoredCredential, values: Patch<Credential>): Given {
  const next: Record<string, unknown> = { ...current, ...values }
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null && value !== undefined))
}

const hintOf = (key: string | null | undefined) =>
  key == null ? {} : { key_hint: maskOf(key), key_set_at: new Date().toISOString() }

/** Shows the end of a long key only: of a short one it would be too much. */
const maskOf = (key: string) => `••••${key.length >= 16 ? key.slice(-4) : ''}`

const NEEDS_KEY: readonly string[] = ['openai', 'anthropic']

function checkCredential({ kind, base_url, api_key, key_hint }: Given): void {
  const compatible = kind === 'openai-compatible'
  if (compatible && base_url === undefined) throw invalid('/base_url', 'Enter the address of the server', 'required')
  if (!compatible && base_url !== undefined)
    throw invalid('/base_url', 'Only OpenAI-compatible servers have an address of their own. Leave it empty')
  if (base_url !== undefined) checkAddress(base_url)
  if (NEEDS_KEY.includes(kind ?? '') && (api_key ?? key_hint) === undefined)
    throw invalid('/api_key', 'Enter the API key of the provider', 'required')
  if (kind === 'offline' && api_key !== undefined) throw invalid('/api_key', 'The offline provider has no key')
  if (api_key !== undefined && !/^[\x21-\x7e]+$/.test(api_key))
    throw invalid('/api_key', 'Enter the key without spaces and line breaks')
}

/** @throws ApiError 422 also if the key would go to another address than the one it was entered for */
function checkChange(current: StoredCredential, next: Given): void {
  checkCredential(next)
  const isMoved = next.kind !== current.kind || next.base_url !== current.base_url
  if (!isMoved || current.key_hint === undefined || next.api_key !== undefined) return
  throw invalid('/api_key', 'Enter the key again, because it would be sent to another address', 'required')
}

function checkAddress(text: string): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === undefined || !isWeb) throw invalid('/base_url', 'Enter an address that begins with https:// or http://')
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw invalid('/base_url', 'Enter the address without a user name, a password, a query and a fragment')
}

const invalid = (pointer: string, message: string, keyword = 'value') => invalid_values([{ pointer, message, keyword }])

/** Seals and keeps the key; `null` removes it, `undefined` leaves it. Answers a copy that keeps the ETag. */
async function withKey(
  record: StoredCredential,
  key: string | null | undefined,
  { db, secrets }: Context,
): Promise<Credential> {
  if (key !== undefined) {
    const sealed_key = key === null ? null : await secrets.seal(key, placeOf(record.id))
    await db(TABLE).where({ id: record.id }).update({ sealed_key })
  }
  return with_etag({ ...record }, etag_of(record))
}

const placeOf = (id: RecordId) => `${TABLE}/${id}/api_key`

/** @throws ApiError 409 that names the agents */
async function requireUnused(db: Knex, { id, name }: StoredCredential): Promise<void> {
  const users = await db('ai_agents_agents')
    .where({ credential_id: id })
    .orderBy('name')
    .select<{ name: string }[]>('name')
  if (users.length === 0) return
  const names = users.map((agent) => `[${agent.name}]`)
  const shown = names.length > 10 ? [...names.slice(0, 10), `${names.length - 10} more`] : names
  throw new ApiError('credential_in_use', {
    status: 409,
    title: 'Credential in use',
    detail: `The credential [${name}] is used by ${shown.join(', ')}. Give these agents another credential first.`,
  })
}

/** A credential with its key, for the provider. Its key must not leave the request that is made with it. */
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
  const key = sealed_key === null ? undefined : await secrets.open(sealed_key, placeOf(id))
  return { ...known, base_url: base_url ?? undefined, key }
}
