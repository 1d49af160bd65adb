import type { JsonSchema } from '@atrium/sdk/documents'
import { singular_of } from '@atrium/sdk/host'
import type { Operation } from '../registries/index.ts'

/**
 * Describes a parameter or a member of a body: the description of its schema, or else one made from its name, title and type. `given_name`
 * of a client → “The given name of the client.”
 * @param of the record that has the member, as named by `recordOf`
 */
export function meaningOf(name: string, { description, title, type, format }: JsonSchema, of?: string): string {
  if (typeof description === 'string') return description
  if (name === 'ids') return `The ids of the ${of === undefined ? 'records' : `${of} records`}.`
  if (isId(name)) return `The id of the ${idOwner(name) ?? of ?? 'record'}.`
  const noun = typeof title === 'string' ? lowerFirst(title) : wordsOf(name)
  if (type === 'boolean') return booleanMeaning(name, noun, of)
  const form = typeof format === 'string' ? (FORMATS[format] ?? '') : ''
  const [, event] = /^(\w+)_at$/.exec(title === undefined ? name : '') ?? []
  if (event !== undefined)
    return `When the ${of ?? 'record'} ${event.endsWith('ed') ? 'was ' : ''}${wordsOf(event)}${form}.`
  if (/ (at|by|for|from|in|of|on|to)$/.test(` ${noun}`)) return `${upperFirst(noun)}${form}.`
  const [, plain = noun, unit = ''] = /^(.*)( \(.+\))$/.exec(noun) ?? []
  return `The ${plain}${of === undefined ? '' : ` of the ${of}`}${unit}${form}.`
}

/** Describes a part of a path: `{id}` after `clients` → “The id of the client.” */
export const meaningOfPart = (name: string, segment: string): string =>
  meaningOf(name, {}, singular_of(wordsOf(segment)))

/** The noun for the record that an operation of the record kit works with; undefined for other operations. */
export function recordOf({ path, declaration: { kind, options } }: Operation): string | undefined {
  if (kind === 'plain') return undefined
  if (kind === 'bulk') return singular_of(wordsOf(path.split('/').at(-2) ?? ''))
  return /^\w+ an? (.+)$/.exec(options.summary ?? '')?.[1]
}

/** Formats that the name alone does not reveal. */
const FORMATS: Readonly<Record<string, string>> = { date: ' (YYYY-MM-DD)', 'date-time': ' (RFC 3339)' }

const isId = (name: string) => /(^|_)id$|Id$/.test(name)

/** `client_id` and `clientId` → `client`; undefined for `id`. */
const idOwner = (name: string) => (name === 'id' ? undefined : wordsOf(name.replace(/_id$|Id$/, '')))

const wordsOf = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase()

/** Keeps abbreviations: `E-mail` → `e-mail`, `VAT number` stays. */
const lowerFirst = (title: string) => (/^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1))

const upperFirst = (noun: string) => noun.charAt(0).toUpperCase() + noun.slice(1)

function booleanMeaning(name: string, noun: string, of = 'record'): string {
  const [, verb, rest = ''] = /^(is|has|can)_(.+)$/.exec(name) ?? []
  return verb === undefined ? `${upperFirst(noun)}: true or false.` : `Whether the ${of} ${verb} ${wordsOf(rest)}.`
}
