import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { Logger } from '../log/index.ts'
import { createKeyFile, keyFile, readKeyFile, SecretError } from './key-file.ts'

interface KeyRingOptions {
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

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const PART = /^[\w-]*$/

/** Where a secret is kept: it opens nowhere else. */
export interface SecretPlace {
  readonly plugin: string
  /** Table, row and field. */
  readonly place: string
}

interface Key {
  readonly id: string
  readonly bytes: Buffer
}

/**
 * Seals with its first key and opens with any: AES-256-GCM, a random nonce each time, the place as additional data. A sealed text
 * is `v1.<key id>.<nonce>.<ciphertext>.<tag>`, the parts in base64url.
 */
export class KeyRing {
  readonly #sealing: Key
  readonly #byId: ReadonlyMap<string, Key>

  /** @param first 32 random bytes, like all others */
  constructor(first: Buffer, others: readonly Buffer[] = []) {
    this.#sealing = toKey(first)
    this.#byId = new Map([this.#sealing, ...others.map(toKey)].map((key) => [key.id, key]))
  }

  seal(plaintext: string, place: SecretPlace): string {
    const { id, bytes } = this.#sealing
    const nonce = randomBytes(12)
    const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(additionalData(place))
    const sealed = [nonce, Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]), cipher.getAuthTag()]
    return [VERSION, id, ...sealed.map((part) => part.toString('base64url'))].join('.')
  }

  /** @throws SecretError */
  open(sealed: string, place: SecretPlace): string {
    const [version, id = '', ...parts] = sealed.split('.')
    const [nonce, text, tag] = parts.map((part) => Buffer.from(part, 'base64url'))
    if (version !== VERSION || parts.length !== 3 || !parts.every((part) => PART.test(part)) || !nonce || !text || !tag)
      throw malformed(place)
    const key = this.#byId.get(id)
    if (key === undefined) throw keyUnknown(place, id)
    try {
      const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: 16 })
      decipher.setAAD(additionalData(place)).setAuthTag(tag)
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
    } catch {
      throw refused(place)
    }
  }
}

/** A key for this purpose alone: the operator's may serve others too. Its id tells nothing about it. */
function toKey(secret: Buffer): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'atrium secrets v1', 32))
  return { bytes, id: hash('sha256', bytes, 'base64url').slice(0, 8) }
}

const additionalData = ({ plugin, place }: SecretPlace) => Buffer.from(JSON.stringify([VERSION, plugin, place]))

const malformed = ({ place }: SecretPlace) =>
  new SecretError('secret_malformed', `What is kept in [${place}] is no sealed secret. Seal it before it is kept.`)

const keyUnknown = ({ place }: SecretPlace, id: string) =>
  new SecretError(
    'secret_key_unknown',
    `The secret in [${place}] was sealed with the key [${id}], which this host does not have. ` +
      'Add that key to ATRIUM_SECRET_KEY, after the others, or enter the secret anew.',
  )

const refused = ({ place }: SecretPlace) =>
  new SecretError(
    'secret_refused',
    `The secret in [${place}] does not open: it was changed, or sealed for another plugin or place. Enter it anew.`,
  )
