import { createHash } from 'node:crypto'

/**
 * A hash of a document's content, 16 hexadecimal digits. Documents are built in a fixed order of members, so the same content has
 * the same text.
 */
export const revisionOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
