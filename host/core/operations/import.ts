import { isDeepStrictEqual } from 'node:util'
import { ApiError, type Call, type Caller, invalid_values, type RecordStore } from '@atrium/sdk'
import {
  type ImportFailure,
  type ImportRequest,
  type ImportResult,
  record_fields,
  visible_rules,
} from '@atrium/sdk/host'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import { asSent } from './change-of.ts'
import { reasonOf, repeatedOperation } from './bulk.ts'
import { lastParameter } from './filled-path.ts'
import { innerRequest, type OperationRequest, type Perform } from './request.ts'

type Values = Readonly<Record<string, unknown>>

interface ImportOptions {
  readonly operations: OperationRegistry
  readonly perform: Perform
  readonly log: HostLogger
}

/** Ends an import of which nothing is to be saved, within its transaction, so that everything is undone. */
export class NothingSaved extends Error {
  readonly result: ImportResult

  constructor(result: ImportResult) {
    super('The import saves nothing.')
    this.result = { ...result, saved: false }
  }
}

/** The routes by which an import reads and changes records. */
interface Routes {
  readonly create: Operation
  readonly list: Operation | undefined
  readonly update: Operation | undefined
}

/** One import. */
interface Importing extends Routes {
  readonly request: OperationRequest
  readonly key: string | undefined
  /** The values of the key so far, as texts. */
  readonly keys: Set<string>
}

type Change = 'created' | 'changed' | 'unchanged'

/** Imports records in the present transaction. @throws NothingSaved for a dry run, and if all records or none should be saved */
export type ImportRecords = (
  request: OperationRequest,
  given: Pick<Call, 'signal'> & { readonly isDryRun: boolean },
) => Promise<ImportResult>

/**
 * Makes the work of `POST <list>/import`. Each record is an ordinary POST, or a PATCH of the record with the same key, in a savepoint of its
 * own. A refused record is reported with its place and does not undo the others. If the database itself fails, everything is undone.
 */
export function createImport({ operations, perform, log }: ImportOptions): ImportRecords {
  return async (request, { signal, isDryRun }) => {
    const { records, key, all = false } = request.body as ImportRequest
    const importing = { request, key, keys: new Set<string>(), ...routesOf(request, operations) }
    if (key !== undefined) requireKey(key, importing)
    const counts = { created: 0, changed: 0, unchanged: 0 }
    const failed: ImportFailure[] = []
    for (const [row, values] of records.entries()) {
      signal.throwIfAborted()
      const outcome = await attempt(values, importing)
      if (outcome instanceof ApiError) failed.push({ row, error: reasonOf(outcome) })
      else counts[outcome] += 1
    }
    const result = { saved: true, ...counts, failed }
    if (isDryRun || (all && failed.length > 0)) throw new NothingSaved(result)
    return result
  }

  async function attempt(values: Values, importing: Importing): Promise<Change | ApiError> {
    try {
      return await save(values, importing)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.code.startsWith('database_')) throw error
      if (error.status >= 500)
        log.error('import: one record failed', { err: error, request_id: importing.request.requestId })
      return error
    }
  }

  async function save(values: Values, importing: Importing): Promise<Change> {
    const { key, request, create } = importing
    const found = key === undefined ? undefined : await find(values[key], importing)
    if (found !== undefined) return change(found, values, importing)
    const body = Object.fromEntries(Object.entries(values).filter(([name, value]) => name !== 'id' && value !== null))
    await perform(innerRequest(request, { operation: create, params: request.params, body, ...auditedAs(request) }))
    return 'created'
  }

  /** The record with this key, as the caller's list shows it. Undefined if there is none. */
  async function find(value: unknown, { request, key = '', keys, list }: Importing): Promise<Values | undefined> {
    if (value === null || value === undefined || value === '') return undefined
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (keys.has(text)) throw refusedKey(key, `Another line has the same value. Keep only one of them.`)
    keys.add(text)
    const query = { [key]: text, _limit: '2' }
    const inner = { operation: list as Operation, params: request.params, query, body: undefined }
    const [found, other] = (await perform(innerRequest(request, inner))).body as readonly Values[]
    if (other !== undefined)
      throw refusedKey(key, 'Several records have this value, so it does not say which one to change.')
    if (found === undefined && key === 'id')
      throw refusedKey(key, 'No record has this id. Leave it empty for a new record.')
    return found
  }

  async function change(found: Values, values: Values, { request, update }: Importing): Promise<Change> {
    const present = asSent(found) as Values
    const differs = ([name, value]: readonly [string, unknown]) =>
      name !== 'id' && !isDeepStrictEqual(value ?? null, present[name] ?? null)
    const changes = Object.entries(values).filter(differs)
    if (changes.length === 0) return 'unchanged'
    if (update === undefined) throw notChangeable()
    const params = { ...request.params, [lastParameter(update.path) ?? 'id']: String(present['id']) }
    const inner = { operation: update, params, body: Object.fromEntries(changes), ...auditedAs(request) }
    await perform(innerRequest(request, inner))
    return 'changed'
  }
}

/** The history of each record says that it was imported. */
const auditedAs = ({ operation: { name } }: OperationRequest) => ({ auditedAs: name })

function routesOf({ operation }: OperationRequest, operations: OperationRegistry): Routes {
  const create = repeatedOperation(operations, operation)
  const isUpdate = ({ path, declaration }: Operation) =>
    declaration.kind === 'update' && path.slice(0, path.lastIndexOf('/{')) === create.path
  return {
    create,
    list: operations.get(`GET ${create.path}`),
    update: operations.list(operation.owner).find(isUpdate),
  }
}

/** The fields that may identify a record: its id, and texts and whole numbers by which the list can be filtered exactly. */
export function importKeys({ schema, rules }: Pick<RecordStore<object>, 'schema' | 'rules'>): readonly string[] {
  const fields = record_fields(schema)
  const isKey = (name: string) => {
    const { kind, choices } = fields.get(name)?.type ?? {}
    return choices === undefined && (kind === 'string' || kind === 'integer')
  }
  return ['id', ...(rules.filter ?? []).filter((name) => name !== 'id' && isKey(name))]
}

/** @throws ApiError 422 `validation_failed` for a field by which the caller may not filter */
function requireKey(key: string, { list, request: { caller } }: Importing): void {
  const { store } = list?.declaration ?? {}
  const known = store ? importKeys({ schema: store.schema, rules: visible_rules(store, caller as Caller) }) : []
  if (known.includes(key)) return
  const names = known.map((name) => `[${name}]`).join(', ')
  throw invalid_values([{ pointer: '/key', message: `[${key}] does not identify records. Choose one of ${names}` }])
}

const refusedKey = (key: string, message: string) => invalid_values([{ pointer: `/${key}`, message, keyword: 'key' }])

const notChangeable = () =>
  new ApiError('conflict', { detail: 'The record exists already, and records of this list cannot be changed.' })
