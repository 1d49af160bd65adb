import type { Readable } from 'node:stream'

export interface PutOptions {
  /** Kept with the file where the store can. Default `application/octet-stream`. */
  media_type?: string
  /** In bytes. Default 100 MiB. */
  limit?: number
}

/** What is known of a file once it is stored. The plugin keeps it in a row of its own. */
export interface StoredFile {
  /** What the file is read and deleted by; nobody can guess it. */
  readonly key: string
  /** In bytes. */
  readonly size: number
  /** Of the content, in hexadecimal. */
  readonly sha256: string
}

/**
 * A plugin's files: in the data directory of the host, or in a bucket that speaks S3 (`ATRIUM_FILES`). Each plugin sees its own
 * only. A file is never changed: another version is another file.
 */
export interface Files {
  /**
   * Stores a file as it comes; it is there once this resolves. It knows of no transaction: put it before one begins, and delete
   * it if the row about it could not be written.
   * @throws ApiError 413 `body_too_large`; nothing is kept then
   */
  put(content: Readable | Buffer | string, options?: PutOptions): Promise<StoredFile>
  /** @throws ApiError 404 `file_missing` */
  open(key: string): Promise<Readable>
  /** Soon; inside a transaction after its commit, and never if it is rolled back. Of a file that is gone it does nothing. */
  delete(key: string): Promise<void>
}
