import { ID_PATTERN } from '../documents/identifier.ts'
import { DeclarationError } from './declaration-error.ts'

const pattern = new RegExp(ID_PATTERN)

/** Returns the id, or throws `id_invalid` at the author's call. */
export function require_id(what: string, id: string): string {
  if (pattern.test(id)) return id
  throw new DeclarationError('id_invalid', `[${id}] cannot be the id of a ${what}.`, {
    fix: 'Use lower-case letters, digits and dashes, beginning with a letter.',
  })
}
