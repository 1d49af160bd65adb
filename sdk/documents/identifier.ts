import { Type } from 'typebox'

/** The path of a screen of the shell. */
export const ScreenPath = Type.String({ pattern: '^/', description: 'A screen; `:id` stands for the record' })

/** What an id may look like: lower case, digits and dashes, beginning with a letter. */
export const ID_PATTERN = '^[a-z][a-z0-9-]*$'

/** An id of a plugin, panel, module, resource or dashboard (ARCHITECTURE: Words). */
export const Identifier = Type.String({ pattern: ID_PATTERN, maxLength: 120 })

/** The name of a field of a record: what a column of a table may be called. */
export const FieldName = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 64 })

/** An absolute path on the host. Paths of REST calls hold `{name}`, paths of screens hold `:id`. */
export const AbsolutePath = Type.String({ pattern: '^/' })

/** A hash of a document's content; two documents with the same revision say the same. */
export const Revision = Type.String({ pattern: '^[a-z0-9]{8,64}$' })
