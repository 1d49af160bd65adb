import type { TObject } from 'typebox'
import { DeclarationError } from './declaration-error.ts'

/** Returns the record's schema, or throws `record_invalid` at the author's call. */
export function require_record<Schema extends TObject>(schema: Schema): Schema {
  if (typeof schema?.properties === 'object') return schema
  throw new DeclarationError('record_invalid', '[record()] takes the schema of an object.', {
    fix: 'Write it like [record(Type.Object({ id: Type.Integer({ readOnly: true }), … }))].',
  })
}
