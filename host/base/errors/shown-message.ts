import { afterStatement, classifyDatabaseError } from '../db/index.ts'

/** The longest message that is shown. */
const LONGEST = 500

/** How much of a very long message is read at its beginning and at its end. */
const READ = 5_000

/** How many values of a request are searched for in a message, how deep, and the shortest that is hidden. */
const MOST_VALUES = 500
const DEEPEST = 10
const SHORTEST_VALUE = 3

const HIDDEN = '…'

/**
 * Returns the message of any thrown value as operators may see it: without SQL, credentials and the values that the caller sent. At most
 * 500 characters. The log has the complete message.
 * @param given the values of the request, message or job that threw it
 */
export function shownMessage(error: unknown, given?: unknown): string {
  const text = withoutCredentials(withoutSql(bothEnds(messageOf(error)))).slice(0, LONGEST)
  return valuesIn(given).reduce((shown, value) => shown.replaceAll(value, HIDDEN), text)
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error))
    return `A value that is not an Error was thrown: [${kindOf(error)}]. Write \`throw new Error('…')\`, whose stack names the line.`
  if (isRefusedWrite(error))
    return 'Code that only reads wanted to change the database, perhaps after the end of its call. Nothing was changed.'
  // The message of an ApiError is written for people.
  if (error.name === 'ApiError') return error.message
  const message = [error.message, reasonOf(error)].filter((part) => part !== '').join(': ')
  return message === '' ? error.name : `${error.name}: ${message}`
}

/** Whether a database refused a change because of the connection: those of calls that only read cannot write. */
export const isRefusedWrite = (error: unknown): boolean => classifyDatabaseError(error)?.kind === 'read_only'

/** What an author can do about a change that code wanted to make that only reads. */
export const WRITE_IN_A_READ =
  'Make the change in a POST, a job, or a timer of `every` or `after`, and await it. A GET, a search and a tool with `read_only` only read.'

/** Why a request to another system failed, which `fetch` says only in the cause. */
const reasonOf = ({ message, cause }: Error) =>
  message === 'fetch failed' && cause instanceof Error ? cause.message : ''

/** The end has the message of the database, after the statement with its values. */
const bothEnds = (message: string) =>
  message.length > 4 * READ ? `${message.slice(0, READ)}${HIDDEN}${message.slice(-READ)}` : message

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Looks for a statement behind the name of the error. */
function withoutSql(message: string): string {
  const [name] = /^\w+: /.exec(message) ?? []
  return name === undefined ? message : (afterStatement(message.slice(name.length)) ?? message)
}

const withoutCredentials = (message: string) =>
  message
    .replaceAll(/\/\/[^\s/@]+@/g, `//${HIDDEN}@`)
    .replaceAll(/\b(Bearer|Basic) [\w.~+/=-]+/g, `$1 ${HIDDEN}`)
    .replaceAll(/(password|passwd|secret|token|api[_-]?key)(["']?\s*[=:]\s*)\S+/gi, `$1$2${HIDDEN}`)

/** Longest values first, because they may contain shorter ones. */
function valuesIn(given: unknown): string[] {
  const values = new Set<string>()
  for (const text of textsIn(given)) {
    if (text.length >= SHORTEST_VALUE) values.add(text)
    if (values.size === MOST_VALUES) break
  }
  return [...values].sort((one, other) => other.length - one.length)
}

/** The texts and numbers in a value, down to ten levels. */
function* textsIn(value: unknown, depth = DEEPEST): Generator<string> {
  if (typeof value === 'string' || typeof value === 'number') yield String(value)
  else if (typeof value === 'object' && value !== null && depth > 0)
    for (const member of Object.values(value) as unknown[]) yield* textsIn(member, depth - 1)
}
