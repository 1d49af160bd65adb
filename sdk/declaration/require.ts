import type { TObject } from 'typebox'
import { ID_PATTERN } from '../documents/identifier.ts'
import { DeclarationError } from './declaration-error.ts'

const pattern = new RegExp(ID_PATTERN)

/** Returns the id, or throws `id_invalid` at the author's call. */
export function require_id(what: string, id: string): string {
  if (pattern.test(id)) return id
  throw new DeclarationError('id_invalid', `[${id}] is not a valid id for a ${what}.`, {
    fix: 'Begin with a lower-case letter, and use only lower-case letters, digits and dashes.',
  })
}

/** Returns the text, or throws `argument_invalid` at the author's call. Authors in JavaScript have no compiler. */
export function require_text(method: string, value: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new DeclarationError('argument_invalid', `[${method}(${shown(value)})] requires a text.`, {
    fix: `Write it like [${method}('…')].`,
  })
}

const shown = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))

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

/** Returns the schema of an object given to `method`, or throws `record_invalid` at the author's call. */
export function require_record<Schema extends TObject>(schema: Schema, method = 'record'): Schema {
  if (typeof schema?.properties === 'object') return schema
  throw new DeclarationError('record_invalid', `[${method}()] requires the schema of an object.`, {
    fix: `Write it like [${method}(Type.Object({ name: Type.String(), … }))].`,
  })
}
