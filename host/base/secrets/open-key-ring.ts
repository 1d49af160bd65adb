import type { Logger } from '../log/index.ts'
import { createKeyFile, keyFile, readKeyFile } from './key-file.ts'
import { KeyRing } from './key-ring.ts'

export interface KeyRingOptions {
  /** Of `ATRIUM_SECRET_KEY`, 32 bytes each: the first seals, all open. */
  readonly secretKeys: readonly Buffer[]
  readonly dataDir: string
  readonly log: Logger
}

/**
 * The keys that the operator has set, and the one that the host had made for itself before: it still opens what it sealed. With
 * none of either the host makes itself one, and says so once. @throws SecretError `secret_key_file`
 */
export async function openKeyRing({ secretKeys, dataDir, log }: KeyRingOptions): Promise<KeyRing> {
  const file = keyFile(dataDir)
  const [first, ...others] = secretKeys
  const own = await readKeyFile(file)
  if (first !== undefined) return new KeyRing(first, own ? [...others, own] : others)
  if (own !== undefined) return new KeyRing(own)
  await createKeyFile(file)
  log.info({ file }, ADVICE)
  return openKeyRing({ secretKeys, dataDir, log })
}

const ADVICE =
  'A key for secrets was made and kept in the data directory. Keep a copy of it apart from the database: what it sealed cannot be ' +
  'opened without. In production, and where several hosts share a database, set ATRIUM_SECRET_KEY instead.'
