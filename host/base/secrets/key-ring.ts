import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto'
import type { HostLogger } from '../log/index.ts'
import { createKeyFile, keyFile, readKeyFile, SecretError } from './key-file.ts'

interface KeyRingOptions {
  /** From `ATRIUM_SECRET_KEY`, 32 bytes each. The first seals; all of them open. */
  readonly secretKeys: readonly Buffer[]
  readonly dataDir: string
  readonly log: HostLogger
}

/**
 * Opens the key ring with the operator's keys. The host's own key, if it has one, stays in the ring, because it may have sealed
 * secrets earlier. Without any key the host creates its own and logs that once.
 * @throws SecretError `secret_key_file`
 */
export async function openKeyRing({ secretKeys, dataDir, log }: KeyRingOptions): Promise<KeyRing> {
  const file = keyFile(dataDir)
  const [first, ...others] = secretKeys
  const own = await readKeyFile(file)
  if (first !== undefined) return new KeyRing(first, own ? [...others, own] : others)
  if (own !== undefined) return new KeyRing(own)
  await createKeyFile(file)
  log.info(ADVICE, { file })
  return openKeyRing({ secretKeys, dataDir, log })
}

const ADVICE =
  'A key for secrets was created in the data directory. Keep a copy of it apart from the database: secrets cannot be opened ' +
  'without it. In production, or if several hosts share a database, set ATRIUM_SECRET_KEY instead.'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const PART = /^[\w-]*$/

/** Where a secret is stored. A sealed secret opens only for its own place. */
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
 * Seals secrets with its first key and opens them with any of its keys: AES-256-GCM with a random nonce and the place as additional
 * data. A sealed text is `v1.<key id>.<nonce>.<ciphertext>.<tag>`, its parts in base64url.
 */
export class KeyRing {
  readonly #sealing: Key
  readonly #byId: ReadonlyMap<string, Key>

  /** @param first 32 random bytes, like each of the others */
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

/** Derives a key for this purpose only, because the operator's key may serve others too. The id reveals nothing about the key. */
function toKey(secret: Buffer): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'atrium secrets v1', 32))
  return { bytes, id: hash('sha256', bytes, 'base64url').slice(0, 8) }
}

const additionalData = ({ plugin, place }: SecretPlace) => Buffer.from(JSON.stringify([VERSION, plugin, place]))

const malformed = ({ place }: SecretPlace) =>
  new SecretError('secret_malformed', `The value in [${place}] is not a sealed secret. Seal it before storing it.`)

const keyUnknown = ({ place }: SecretPlace, id: string) =>
  new SecretError(
    'secret_key_unknown',
    `The secret in [${place}] was sealed with the key [${id}], which this host does not have. ` +
      'Append that key to ATRIUM_SECRET_KEY, or enter the secret again.',
  )

const refused = ({ place }: SecretPlace) =>
  new SecretError(
    'secret_refused',
    `The secret in [${place}] cannot be opened: it was changed, or sealed for another plugin or place. Enter it again.`,
  )
