import { createHash } from 'node:crypto'
import { singular_of } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'

const LONGEST = 64

const VERBS = { GET: 'get', POST: 'create', PUT: 'replace', PATCH: 'update', DELETE: 'delete' }

/**
 * Returns the tool name of an operation, `<plugin>_<verb>_<resource>`: `template_list_items`, `template_retire_item`,
 * `clients_create_note_of_client`. At most 64 characters; a longer name is cut and ends in a hash.
 * @param siblings the operations of the same owner
 */
export function toolName(operation: Operation, siblings: readonly Operation[]): string {
  const words = [operation.owner, ...wordsOf(operation, siblings)]
  const name = words.join('_').toLowerCase().replaceAll(/\W/g, '_')
  if (name.length <= LONGEST) return name
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `${name.slice(0, LONGEST - hash.length - 1)}_${hash}`
}

function wordsOf(operation: Operation, siblings: readonly Operation[]): string[] {
  const { method, declaration } = operation
  const { records, words, isRecord } = readPath(declaration.path)
  const one = isRecord ? records.pop() : undefined
  const kit = kitWords(declaration)
  if (kit !== undefined) return [...kit, ...of(records.slice(0, records.length - (OWN_RECORDS[declaration.kind] ?? 0)))]
  if (one !== undefined) return [VERBS[method], ...words, one, ...of(records)]
  if (method === 'POST' && isCommand(operation, siblings)) {
    const verb = words.splice(-1)
    return words.length > 0 ? [...verb, ...words, ...of(records)] : [...verb, ...records.splice(-1), ...of(records)]
  }
  return [isMany(declaration) ? 'list' : VERBS[method], ...words, ...of(records)]
}

/** How many records at the end of a path the words of its summary cover, apart from one that ends the path. */
const OWN_RECORDS: Partial<Record<Operation['declaration']['kind'], number>> = { history: 1, restore: 2 }

/** Takes the words from the summary of a record kit route, which is a verb and a noun: `Create an item`. */
function kitWords({ kind, options }: Operation['declaration']): string[] | undefined {
  if (kind === 'plain' || kind === 'bulk' || options.summary === undefined) return undefined
  return options.summary.split(' ').filter((word) => word !== 'a' && word !== 'an')
}

/**
 * Whether a POST is a command named by its last segment rather than a collection: `/items/{item_id}/retire`,
 * `/items/import`.
 */
function isCommand({ path, declaration }: Operation, siblings: readonly Operation[]): boolean {
  const segments = declaration.path.split('/').filter(Boolean)
  return segments.length > 1 && !siblings.some((other) => other.method === 'GET' && other.path === path)
}

function isMany({ options, method }: Operation['declaration']): boolean {
  const { type } = (options.response ?? {}) as { type?: string }
  return method === 'GET' && type === 'array'
}

const of = (records: readonly string[]) => (records.length === 0 ? [] : ['of', ...[...records].reverse()])

/** Splits a path into the records of its parameters, its other words, and whether it ends in a parameter. */
function readPath(path: string) {
  const segments = path.split('/').filter(Boolean)
  const records: string[] = []
  const words: string[] = []
  for (const [index, segment] of segments.entries()) {
    const parameter = /^\{(\w+)\}$/.exec(segments[index + 1] ?? '')?.[1]
    if (segment.startsWith('{')) continue
    if (parameter === undefined) words.push(segment)
    else records.push(parameter.endsWith('_id') ? parameter.slice(0, -3) : singular_of(segment.replaceAll('-', ' ')))
  }
  return { records, words, isRecord: segments.length > 1 && (segments.at(-1) ?? '').startsWith('{') }
}
