import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import path from 'node:path'

/**
 * - `secret_malformed`: not a sealed text
 * - `secret_key_unknown`: the key that sealed it is not in the ring any more
 * - `secret_refused`: changed since it was sealed, or sealed for another place
 * - `secret_key_file`: the file that holds the host's own key cannot be used
 */
type SecretErrorCode = 'secret_malformed' | 'secret_key_unknown' | 'secret_refused' | 'secret_key_file'

/** A secret that cannot be opened. Says which and what to do, never what is in it. */
export class SecretError extends Error {
  override readonly name = 'SecretError'
  readonly code: SecretErrorCode

  constructor(code: SecretErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

const LENGTH = 32

/** The host's own key, for those who have set none: 32 bytes in base64, in a file that only its user may read. */
export const keyFile = (dataDir: string) => path.join(dataDir, 'secret.key')

/** Undefined where there is no such file. @throws SecretError `secret_key_file` */
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

/** Writes a new key, whole or not at all. Where another host was quicker, that one's file stays. @throws SecretError `secret_key_file` */
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
    `The key file [${file}] cannot be used: ${why}. Put the right one back or make it readable and writable for the host, or set ` +
      'ATRIUM_SECRET_KEY. What was sealed with a key that is lost has to be entered anew.',
    { cause },
  )
