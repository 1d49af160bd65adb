import { Type } from 'typebox'

/** The path of a screen of the shell. */
export const ScreenPath = Type.String({ pattern: '^/', description: 'A screen; `:id` stands for the record' })

/** The pattern of ids: lower-case letters, digits and hyphens, beginning with a letter. */
export const ID_PATTERN = '^[a-z][a-z0-9-]*$'

/** An id of a plugin, panel, module, resource or dashboard (ARCHITECTURE: Words). */
export const Identifier = Type.String({ pattern: ID_PATTERN, maxLength: 120 })

/** The name of a field of a record; a valid name of a table column. */
export const FieldName = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$', maxLength: 64 })

/** An absolute path on the host. Paths of REST calls hold `{name}`, paths of screens hold `:id`. */
export const AbsolutePath = Type.String({ pattern: '^/' })

/** A hash of a document's content: documents with the same revision have the same content. */
export const Revision = Type.String({ pattern: '^[a-z0-9]{8,64}$' })
