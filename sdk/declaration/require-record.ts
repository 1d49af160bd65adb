import type { TObject } from 'typebox'
import { DeclarationError } from './declaration-error.ts'

/** Returns the schema of an object given to `method`, or throws `record_invalid` at the author's call. */
export function require_record<Schema extends TObject>(schema: Schema, method = 'record'): Schema {
  if (typeof schema?.properties === 'object') return schema
  throw new DeclarationError('record_invalid', `[${method}()] takes the schema of an object.`, {
    fix: `Write it like [${method}(Type.Object({ name: Type.String(), … }))].`,
  })
}
