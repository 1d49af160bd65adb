import type { Readable } from 'node:stream'

/** A file that has arrived and lies in the data directory until a store has taken it. */
export interface ArrivedFile {
  /** Absolute. */
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly mediaType: string
}

/** Where files are kept. A name is a path of safe characters: `clients/1b/1b9d6bcd-…`. */
export interface FileStore {
  /** For the log: where it is. */
  readonly place: string
  /** Takes a copy, or the file itself. */
  take(name: string, file: ArrivedFile): Promise<void>
  /** Undefined where there is none. */
  open(name: string): Promise<Readable | undefined>
  delete(name: string): Promise<void>
}
