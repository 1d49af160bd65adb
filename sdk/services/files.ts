import type { Readable } from 'node:stream'

export interface PutOptions {
  /** Stored with the file if the storage supports it. Default `application/octet-stream`. */
  media_type?: string
  /** In bytes. Default 100 MiB. */
  limit?: number
}

/** The description of a stored file. The plugin keeps it in one of its rows. */
export interface StoredFile {
  /** Identifies the file for reading and deleting; cannot be guessed. */
  readonly key: string
  /** In bytes. */
  readonly size: number
  /** Of the content, in hexadecimal. */
  readonly sha256: string
}

/**
 * A plugin's files, in the data directory of the host or in an S3 bucket (`ATRIUM_FILES`). Each plugin sees only its own. Files never
 * change: a new version is a new file.
 */
export interface Files {
  /**
   * Stores a file while it is read. This is not part of a transaction: store the file before the transaction begins, and delete it if
   * its row could not be written.
   * @throws ApiError 413 `body_too_large`; nothing is stored then
   */
  put(content: Readable | Buffer | string, options?: PutOptions): Promise<StoredFile>
  /** @throws ApiError 404 `file_missing` */
  open(key: string): Promise<Readable>
  /** Deletes a file soon, or after the commit of the current transaction. A missing file is no error. */
  delete(key: string): Promise<void>
  /**
   * Deletes files that no row refers to, which remain if a host is killed between storing a file and writing its row. Files of the last 24
   * hours stay, because their rows may be about to be committed. Call it from `context.every`.
   * @param in_use receives up to 500 keys and returns those that a row refers to. Ask every table with keys: other files are deleted
   * @returns the number of deleted files
   * @throws Error if more than 20 files are old enough and none of them is in use, as on a wrong database; nothing is deleted then
   */
  sweep(in_use: (keys: readonly string[]) => Promise<readonly string[]>): Promise<number>
}
