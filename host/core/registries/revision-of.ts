import { createHash } from 'node:crypto'

/**
 * Returns a hash of a document's content, 16 hexadecimal digits. Documents are built with a fixed order of members, so equal content
 * has equal text.
 */
export const revisionOf = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
