import { createHash } from 'node:crypto'

/** A revision of a document: 16 hexadecimal digits that change with its content. */
export const contentHash = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16)
