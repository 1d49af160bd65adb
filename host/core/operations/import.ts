import { isDeepStrictEqual } from 'node:util'
import { ApiError, type Call, type Caller, invalid_values } from '@atrium/sdk'
import { type ImportFailure, type ImportRequest, type ImportResult, visible_rules } from '@atrium/sdk/host'
import { toApiError } from '../../base/errors/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import type { Operation, OperationRegistry } from '../registries/index.ts'
import { asSent } from './change-of.ts'
import { reasonOf, repeatedOperation } from './bulk.ts'
import { importKeys, ImportKeys, type Values } from './import-keys.ts'
import { lastParameter } from './filled-path.ts'
import { createPerformMany, type PerformManyOptions } from './perform-many.ts'
import { innerRequest, type OperationRequest } from './request.ts'

interface ImportOptions extends PerformManyOptions {
  readonly operations: OperationRegistry
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
  readonly keys: ImportKeys
  /** Whether records were created that must not be. Nothing of the import can be saved then. */
  mustUndo: boolean
}

/** Records by the text of their key. Undefined: each has to be found by itself, because one query does not tell them apart. */
type Known = ReadonlyMap<string, Values> | undefined

type Change = 'created' | 'changed' | 'unchanged'

/** The records that are created together, in few statements. Few enough that a cancelled import ends soon. */
const AT_ONCE = 100

/** Imports records in the present transaction. @throws NothingSaved for a dry run, and if all records or none should be saved */
export type ImportRecords = (
  request: OperationRequest,
  given: Pick<Call, 'signal'> & { readonly isDryRun: boolean },
) => Promise<ImportResult>

/**
 * Makes the work of `POST <list>/import`. Each record is an ordinary POST, or a PATCH of the record with the same key, in a savepoint of its
 * own. A refused record is reported with its place and does not undo the others. If the database itself fails, everything is undone.
 */
export function createImport(options: ImportOptions): ImportRecords {
  const { operations, perform, validators, log } = options
  const performMany = createPerformMany(options)
  return async (request, { signal, isDryRun }) => {
    const { records, key, all = false } = request.body as ImportRequest
    const importing = { request, keys: new ImportKeys(key), mustUndo: false, ...routesOf(request, operations) }
    if (key !== undefined) requireKey(key, importing)
    const counts = { created: 0, changed: 0, unchanged: 0 }
    const failed: ImportFailure[] = []
    for (let from = 0; from < records.length; from += AT_ONCE) {
      signal.throwIfAborted()
      const outcomes = await saveAll(records.slice(from, from + AT_ONCE), importing)
      for (const [at, outcome] of outcomes.entries())
        if (outcome instanceof ApiError) failed.push({ row: from + at, error: failureOf(outcome) })
        else counts[outcome] += 1
    }
    const result = { saved: true, ...counts, failed }
    if (isDryRun || importing.mustUndo || (all && failed.length > 0)) throw new NothingSaved(result)
    return result
  }

  /** Changes the records that there are, and then creates the others together. */
  async function saveAll(records: readonly Values[], importing: Importing): Promise<(Change | ApiError)[]> {
    const found: (Change | ApiError | undefined)[] = []
    const known = await findTogether(records, importing)
    for (const values of records) found.push(await attempt(() => changeIfFound(values, importing, known), importing))
    const missing = records.filter((_, at) => found[at] === undefined)
    const made = (missing.length > 0 ? await createAll(missing, importing) : []).values()
    return found.map((outcome) => outcome ?? (made.next().value as Change | ApiError))
  }

  async function createAll(records: readonly Values[], importing: Importing): Promise<readonly (Change | ApiError)[]> {
    const { request, create } = importing
    const isGiven = ([name, value]: readonly [string, unknown]) => name !== 'id' && value !== null
    const bodies = records.map((values) => Object.fromEntries(Object.entries(values).filter(isGiven)))
    const inner = { operation: create, params: request.params, body: undefined, ...auditedAs(request) }
    const made = await attempt(() => performMany(innerRequest(request, inner), bodies), importing)
    if (made instanceof ApiError) return records.map(() => made)
    const created = made.map((attempt) => ('error' in attempt ? undefined : (attempt.value.body as Values)))
    const twice = await keptTwice(records, created, importing)
    return made.map((attempt, at) => ('error' in attempt ? attempt.error : (twice.get(at) ?? 'created')))
  }

  /**
   * The refusals, by place, of new records whose key another record has too, as their plugin keeps it: that one was not found, because it
   * was looked for as the line has the key.
   */
  async function keptTwice(
    lines: readonly Values[],
    created: readonly (Values | undefined)[],
    importing: Importing,
  ): Promise<ReadonlyMap<number, ApiError>> {
    const { keys } = importing
    const kept = keys.keptOtherwise(lines, created)
    if (kept.size === 0) return new Map()
    const found = (await listed([...new Set(kept.values())], importing)).map((record) => keys.textOf(record))
    const twice = [...kept].filter(([, text]) => found.indexOf(text) !== found.lastIndexOf(text))
    importing.mustUndo ||= twice.length > 0
    const told = (text: string) => `This is kept as [${text}], which another record or line has. Write it like that.`
    return new Map(twice.map(([at, text]) => [at, keys.refused(told(text))]))
  }

  async function attempt<Value>(work: () => Promise<Value>, importing: Importing): Promise<Value | ApiError> {
    try {
      return await work()
    } catch (thrown) {
      const error = toApiError(thrown)
      if (error.code.startsWith('database_')) throw error
      if (error.status >= 500)
        log.error('import: one record failed', { err: error, request_id: importing.request.requestId })
      return error
    }
  }

  /** Undefined if there is no such record. */
  async function changeIfFound(values: Values, importing: Importing, known: Known): Promise<Change | undefined> {
    const text = importing.keys.textOf(values)
    if (text === '') return undefined
    const found = await identified(text, importing, known).catch((refused: unknown) => {
      throw withMistakes(refused, () => check(values, importing))
    })
    return found && change(found, values, importing)
  }

  /** Undefined if there is no such record, and a new one may have this key. */
  async function identified(text: string, importing: Importing, known: Known): Promise<Values | undefined> {
    importing.keys.requireOnce(text)
    const found = known ? known.get(text) : await find(text, importing)
    if (found !== undefined || importing.keys.field !== 'id') return found
    throw importing.keys.refused('No record has this id. Leave it empty for a new record.')
  }

  /** Checks the values that a record may be changed to. None is missing, because an unknown record may have it already. */
  function check(values: Values, { keys, request: { caller }, update }: Importing): void {
    const { properties = {} } = update?.schemas.body ?? {}
    const changes = Object.entries(values).filter(
      ([name]) => name !== keys.field && Object.hasOwn(properties as object, name),
    )
    if (update !== undefined) validators.body(update, Object.fromEntries(changes), caller)
  }

  /** Finds the records with one query. */
  async function findTogether(records: readonly Values[], importing: Importing): Promise<Known> {
    const { keys } = importing
    const texts = new Set(records.map((values) => keys.textOf(values)).filter((text) => text !== ''))
    if (texts.size === 0) return undefined
    const found = await attempt(() => listed([...texts], importing), importing)
    if (found instanceof ApiError) return undefined
    const known = new Map(found.map((record) => [keys.textOf(record), record]))
    const isCertain = known.size === found.length && [...known.keys()].every((text) => texts.has(text))
    return isCertain ? known : undefined
  }

  /** The records with these keys, as the caller's list shows them. Two of each are enough to see that a key is not unique. */
  async function listed(texts: readonly string[], { request, keys, list }: Importing) {
    const query = { [keys.field ?? '']: texts, _limit: String(2 * texts.length) }
    const inner = { operation: list as Operation, params: request.params, query, body: undefined }
    return (await perform(innerRequest(request, inner))).body as readonly Values[]
  }

  /** Undefined if there is no record with this key. */
  async function find(text: string, importing: Importing): Promise<Values | undefined> {
    const [found, other] = await listed([text], importing)
    if (other === undefined) return found
    throw importing.keys.refused('Several records have this value, so it does not say which one to change.')
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

/** @throws ApiError 422 `validation_failed` for a field by which the caller may not filter */
function requireKey(key: string, { list, request: { caller } }: Importing): void {
  const { store } = list?.declaration ?? {}
  const known = store ? importKeys({ schema: store.schema, rules: visible_rules(store, caller as Caller) }) : []
  if (known.includes(key)) return
  const names = known.map((name) => `[${name}]`).join(', ')
  throw invalid_values([{ pointer: '/key', message: `[${key}] does not identify records. Choose one of ${names}` }])
}

const notChangeable = () =>
  new ApiError('conflict', { detail: 'The record exists already, and records of this list cannot be changed.' })

/** Why a line of an import was refused, with all of its mistakes. */
const failureOf = (error: ApiError): ImportFailure['error'] => ({
  ...reasonOf(error),
  ...(error.options.details && { details: error.options.details }),
})

/**
 * The refusal of a key with the mistakes that a check of the other values finds, so that nobody has to import again to learn of them. What
 * the check refuses for other reasons is left out, and an error of another kind stays as it is.
 */
function withMistakes(refused: unknown, check: () => void): unknown {
  if (!(refused instanceof ApiError) || refused.code !== 'validation_failed') return refused
  try {
    check()
    return refused
  } catch (thrown) {
    const { details = [] } = toApiError(thrown).options
    return invalid_values([...(refused.options.details ?? []), ...details])
  }
}
