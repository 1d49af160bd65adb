import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * - `secret_malformed`: the text is not a sealed secret
 * - `secret_key_unknown`: the key that sealed it is no longer in the ring
 * - `secret_refused`: the text was changed, or sealed for another place
 * - `secret_key_file`: the file with the host's own key cannot be used
 */
type SecretErrorCode = 'secret_malformed' | 'secret_key_unknown' | 'secret_refused' | 'secret_key_file'

/** A secret or the key file cannot be used. The message names the place and the remedy, never the secret. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code: SecretErrorCode

  constructor(code: SecretErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const LENGTH = 32

/** Returns the path of the host's own key, used if the operator sets none: 32 bytes in base64, readable by the host's user only. */
export const keyFile = (dataDir: string) => path.join(dataDir, 'secret.key')

/** Reads the key file. Returns undefined if it does not exist. @throws SecretError `secret_key_file` */
export async function readKeyFile(file: string): Promise<Buffer | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unusable(file, `it cannot be read: ${error.message}`, error)
  })
  if (text === undefined) return undefined
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length === LENGTH) return key
  throw unusable(file, `it does not hold ${LENGTH} bytes in base64`)
}

/** Writes a new key atomically. If another host has just written one, that one is kept. @throws SecretError `secret_key_file` */
export async function createKeyFile(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
    await writeNew(draft, `${randomBytes(LENGTH).toString('base64')}\n`)
    await link(draft, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } catch (error) {
    throw unusable(file, `it cannot be written: ${(error as Error).message}`, error)
  } finally {
    await unlink(draft).catch(() => undefined)
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const unusable = (file: string, why: string, cause?: unknown) =>
  new SecretError(
    'secret_key_file',
    `The key file [${file}] cannot be used: ${why}. Restore it, make it readable and writable for the host, or set ` +
      'ATRIUM_SECRET_KEY. Secrets that were sealed with a lost key must be entered again.',
    { cause },
  )
