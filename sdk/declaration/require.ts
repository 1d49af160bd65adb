import type { RelationTarget } from '../documents/values.ts'
import { ID_PATTERN } from '../documents/identifier.ts'
import { DeclarationError } from './declaration-error.ts'
import { nearest_name } from './nearest-name.ts'

const pattern = new RegExp(ID_PATTERN)

/** Returns the id, or throws `id_invalid` at the author's call. */
export function require_id(what: string, id: string): string {
  if (typeof id === 'string' && pattern.test(id)) return id
  throw new DeclarationError(
    'id_invalid',
    `[${shown_text(id)}] is not a valid id for ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}.`,
    {
      fix: 'Begin with a lower-case letter, and use only lower-case letters, digits and dashes.',
    },
  )
}

/** Returns the text, or throws `argument_invalid` at the author's call. Authors in JavaScript have no compiler. */
export function require_text(method: string, value: string): string {
  if (typeof value === 'string' && value.trim() !== '') return require_short(method, value)
  throw new DeclarationError('argument_invalid', `[${method}(${shown_argument(value)})] requires a text.`, {
    fix: `Write it like [${method}('…')].`,
  })
}

/** No screen could show more, and every screen that names it would carry it. */
const LONGEST_TEXT = 5_000

function require_short(method: string, value: string): string {
  if (value.length <= LONGEST_TEXT) return value
  throw new DeclarationError(
    'argument_invalid',
    `[${method}(${shown_argument(value)})] gets a text of ${value.length} characters.`,
    { fix: `Write at most ${LONGEST_TEXT} characters. Longer texts belong into records.` },
  )
}

/** Returns the names of fields, or throws `argument_invalid` at the author's call if there are none or one is no text. */
export function require_fields_named(method: string, fields: readonly string[]): readonly string[] {
  const wrong = fields.find((field) => typeof field !== 'string' || field.trim() === '')
  if (fields.length > 0 && wrong === undefined) return fields
  throw new DeclarationError(
    'argument_invalid',
    `[${method}(${shown_argument(wrong)})] requires the names of fields.`,
    {
      fix: `Write it like [${method}('email', 'birth_date')].`,
    },
  )
}

/** A value as messages show it, shortened. Empty for undefined. */
export function shown_argument(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'function' ? 'a function' : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}

const LONGEST = 60

/** Returns the function, or throws `argument_invalid` at the author's call. */
export function require_function<Given>(method: string, value: Given, example: string): Given {
  if (typeof value === 'function') return value
  throw new DeclarationError('argument_invalid', `[${method}(${shown_argument(value)})] requires a function.`, {
    fix: `Write it like [${example}].`,
  })
}

/** Throws `argument_invalid` at the author's call if a function that declares returned a promise: nothing would wait for it. */
export function require_synchronous(method: string, returned: unknown): void {
  if (!(returned instanceof Promise)) return
  throw new DeclarationError('argument_invalid', `[${method}] gets an async function, and does not wait for it.`, {
    fix: `Write it without \`async\`. What it needs can be awaited before [${method}] is called.`,
  })
}

/** Returns where a relation points, or throws `argument_invalid` at the author's call. */
export function require_target(name: string, list_path: string, title_attribute: string): RelationTarget {
  const isGiven = [list_path, title_attribute].every((each) => typeof each === 'string' && each !== '')
  if (isGiven && list_path.startsWith('/')) return { list_path, title_attribute }
  if (isGiven)
    throw new DeclarationError(
      'argument_invalid',
      `[relation('${name}', '${list_path}', …)] requires a path that begins with a slash.`,
      {
        fix: `Write it like [/${list_path}] for a list below \`api_base\`, or [/api/v1/clients/clients] for one of another plugin.`,
      },
    )
  throw new DeclarationError(
    'argument_invalid',
    `[relation('${name}', …)] requires the path of a list and the field that people see of its records.`,
    { fix: `Write it like [relation('${name}', '/api/v1/clients/clients', 'name')].` },
  )
}

/** Returns the number, or throws `argument_invalid` at the author's call. */
export function require_number(method: string, value: number, unit: string): number {
  if (typeof value === 'number' && value >= 0) return value
  throw new DeclarationError(
    'argument_invalid',
    `[${method}(${shown_argument(value)}, …)] requires a number of ${unit}.`,
    {
      fix: `Write it like [${method}(60_000, …)].`,
    },
  )
}

/** Returns the value if it is one of these texts, or throws `argument_invalid` at the author's call, with the nearest one. */
export function require_choice<Choice extends string>(
  method: string,
  value: Choice,
  choices: readonly Choice[],
): Choice {
  if (choices.includes(value)) return value
  throw new DeclarationError('argument_invalid', `[${method}] does not accept [${shown_text(value)}].`, {
    fix: suggest_name(String(value), choices),
  })
}

const shown_text = (value: unknown) => (typeof value === 'string' ? value : shown_argument(value))

/** Returns the ISO 4217 code of a currency, or throws `argument_invalid` at the author's call. */
export function require_currency(method: string, code: string): string {
  const problem = currency_problem(code)
  if (problem === undefined) return code
  throw new DeclarationError('argument_invalid', `[${method}] does not accept [${shown_text(code)}].`, { fix: problem })
}

/** What to write instead of this currency. Undefined for every code of three capitals: Node may not know the newest ones. */
export function currency_problem(code: unknown): string | undefined {
  if (typeof code === 'string' && /^[A-Z]{3}$/.test(code)) return undefined
  const meant = String(code).trim().slice(0, 3).toUpperCase()
  const example = Intl.supportedValuesOf('currency').includes(meant) ? meant : 'EUR'
  return `Write the code of a currency (ISO 4217), such as [${example}].`
}

/** Suggests the nearest known name, else lists all of them. */
export function suggest_name(name: string, known: readonly string[]): string {
  const nearest = nearest_name(name, known)
  if (nearest !== undefined) return `Did you mean [${nearest}]?`
  return known.length === 1 ? `Use [${known[0]}].` : `Use one of ${known.join(', ')}.`
}

/** What an option holds. `any` is checked elsewhere, or not at all. */
export type OptionKind = 'boolean' | 'text' | 'function' | 'any'

/**
 * Returns the options if they have no other members than these, and each is of its kind, or throws `argument_invalid` at the author's call.
 * A misspelt option would have no effect, and `'no'` would count as true.
 */
export function require_options<Options extends object>(
  method: string,
  options: Options,
  known: readonly string[] | Readonly<Record<string, OptionKind>>,
): Options {
  const kinds = isList(known) ? Object.fromEntries(known.map((name) => [name, 'any' as const])) : known
  const names = Object.keys(kinds)
  if (typeof options !== 'object' || options === null) {
    throw new DeclarationError('argument_invalid', `${method} requires an object of options.`, {
      fix: `The options are ${names.join(', ')}.`,
    })
  }
  for (const [name, value] of Object.entries(options) as [string, unknown][]) {
    if (!names.includes(name))
      throw new DeclarationError('argument_invalid', `${method} has no option [${name}].`, {
        fix: suggest_name(name, names),
      })
    const kind = KINDS[kinds[name] ?? 'any']
    if (value !== undefined && !kind.is(value))
      throw new DeclarationError(
        'argument_invalid',
        `${method} requires ${kind.words} as [${name}], but it gets [${shown_argument(value)}].`,
        { fix: `Write it like [${name}: ${kind.example}], or leave it out.` },
      )
  }
  return options
}

const isList = (known: readonly string[] | object): known is readonly string[] => Array.isArray(known)

const KINDS: Record<OptionKind, { is(value: unknown): boolean; words: string; example: string }> = {
  boolean: { is: (value) => typeof value === 'boolean', words: 'true or false', example: 'true' },
  text: { is: (value) => typeof value === 'string', words: 'a text', example: "'…'" },
  function: { is: (value) => typeof value === 'function', words: 'a function', example: '() => …' },
  any: { is: () => true, words: 'a value', example: '…' },
}

/** Throws `argument_invalid` at the author's call if there is an argument more, such as options that would have no effect. */
export function require_no_more(method: string, others: readonly unknown[]): void {
  if (others.length === 0) return
  throw new DeclarationError(
    'argument_invalid',
    `[${method}(…, ${shown_argument(others[0])})] has an argument too many.`,
    {
      fix: 'Remove the last one. It would have no effect.',
    },
  )
}

/** Returns the options if each of these names holds a text, or throws `argument_invalid` at the author's call. */
export function require_names<Options extends object>(
  method: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  const missing = names.find((name) => typeof options?.[name] !== 'string' || options[name] === '')
  if (missing === undefined) return options
  throw new DeclarationError('argument_invalid', `[${method}(…)] requires a text as [${missing}].`, {
    fix: `Write it like [{ ${missing}: '…' }].`,
  })
}

/** Returns the options if their `timeout_seconds` is a usable number, or throws `argument_invalid` at the author's call. */
export function require_timeout<Options extends { timeout_seconds?: number }>(what: string, options: Options): Options {
  const { timeout_seconds: seconds } = options
  if (seconds === undefined || (typeof seconds === 'number' && seconds >= 0.1 && seconds <= 3600)) return options
  throw new DeclarationError(
    'argument_invalid',
    `[timeout_seconds: ${String(seconds)}] of [${what}] is not a time limit.`,
    {
      fix: 'Write seconds from 0.1 to 3600, for example `timeout_seconds: 30`.',
    },
  )
}
