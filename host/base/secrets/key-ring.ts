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
 * Opens the key ring with the operator's keys. The host's own key, if any, stays in the ring, because it may have sealed secrets earlier.
 * Without any key the host creates its own and logs that once.
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

/** The ids of the keys that a host would have, the sealing one first; none if it would have to create one. Changes nothing. */
export async function readKeyIds({ secretKeys, dataDir }: Omit<KeyRingOptions, 'log'>): Promise<readonly string[]> {
  const own = await readKeyFile(keyFile(dataDir))
  return [...secretKeys, ...(own ? [own] : [])].map((key) => toKey(key).id)
}

const ADVICE =
  'A key for secrets was created in the data directory. Keep a copy of it apart from the database: secrets cannot be opened ' +
  'without it. In production, or if several hosts share a database, set ATRIUM_SECRET_KEY instead.'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v2'
const PART = /^[\w-]*$/

/** A sealed text within a longer one, such as JSON. */
const SEALED = /\bv[12](?:\.[\w-]*){4,5}/g

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
 * Seals secrets with its first key and opens them with any of its keys: AES-256-GCM with a random nonce and the hash of the place as
 * additional data. A sealed text is `v2.<key id>.<hash of the place>.<nonce>.<ciphertext>.<tag>`, its parts in base64url. The hash makes it
 * possible to reseal it without knowing the place. Texts of version 1 lack it; they still open.
 */
export class KeyRing {
  readonly #sealing: Key
  readonly #byId: ReadonlyMap<string, Key>

  /** @param first 32 random bytes, like each of the others */
  constructor(first: Buffer, others: readonly Buffer[] = []) {
    this.#sealing = toKey(first)
    this.#byId = new Map([this.#sealing, ...others.map(toKey)].map((key) => [key.id, key]))
  }

  /** The ids of all keys, the sealing one first. */
  get keys(): readonly string[] {
    return [...this.#byId.keys()]
  }

  /** The ids of the keys that only open. */
  get formerKeys(): readonly string[] {
    return [...this.#byId.keys()].filter((id) => id !== this.#sealing.id)
  }

  seal(plaintext: string, place: SecretPlace): string {
    return this.#seal(Buffer.from(plaintext, 'utf8'), hashOf(place))
  }

  /** @throws SecretError */
  open(sealed: string, place: SecretPlace): string {
    const parts = split(sealed)
    if (parts === undefined) throw malformed(place)
    const key = this.#byId.get(parts.key)
    if (key === undefined) throw keyUnknown(place, parts.key)
    const hash = hashOf(place)
    if (parts.hash !== undefined && parts.hash !== hash) throw refused(place)
    const data = parts.hash === undefined ? placeData(place) : Buffer.from(hash)
    const opened = decipher(parts, key, data)
    if (opened === undefined) throw refused(place)
    return opened.toString('utf8')
  }

  /**
   * Reseals with the first key everything in a text that another key has sealed. Leaves what cannot be resealed: texts of version 1 whose
   * place is not given, and altered texts.
   */
  reseal(text: string, place?: SecretPlace): string {
    return text.replaceAll(SEALED, (sealed) => {
      const parts = split(sealed)
      const key = parts && this.#byId.get(parts.key)
      if (parts === undefined || key === undefined || key === this.#sealing) return sealed
      const hash = parts.hash ?? (place && hashOf(place))
      if (hash === undefined) return sealed
      const data = parts.hash === undefined && place ? placeData(place) : Buffer.from(hash)
      const opened = decipher(parts, key, data)
      return opened === undefined ? sealed : this.#seal(opened, hash)
    })
  }

  #seal(plain: Buffer, hash: string): string {
    const { id, bytes } = this.#sealing
    const nonce = randomBytes(12)
    const cipher = createCipheriv(CIPHER, bytes, nonce).setAAD(Buffer.from(hash))
    const sealed = [nonce, Buffer.concat([cipher.update(plain), cipher.final()]), cipher.getAuthTag()]
    return [VERSION, id, hash, ...sealed.map((part) => part.toString('base64url'))].join('.')
  }
}

/** The parts of a sealed text. */
interface Parts {
  readonly key: string
  /** The hash of the place; absent in version 1. */
  readonly hash?: string
  readonly nonce: Buffer
  readonly text: Buffer
  readonly tag: Buffer
}

/** Returns undefined for a text that is not sealed. */
function split(sealed: string): Parts | undefined {
  const [version, key = '', ...rest] = sealed.split('.')
  const hash = version === VERSION ? rest.shift() : undefined
  if (
    (version !== VERSION && version !== 'v1') ||
    rest.length !== 3 ||
    ![hash ?? '', ...rest].every((part) => PART.test(part))
  )
    return undefined
  const [nonce, text, tag] = rest.map((part) => Buffer.from(part, 'base64url'))
  return nonce && text && tag && { key, ...(hash !== undefined && { hash }), nonce, text, tag }
}

/** Returns undefined if the text was changed, or sealed for another place. */
function decipher({ nonce, text, tag }: Parts, { bytes }: Key, data: Buffer): Buffer | undefined {
  try {
    const opening = createDecipheriv(CIPHER, bytes, nonce, { authTagLength: 16 }).setAAD(data).setAuthTag(tag)
    return Buffer.concat([opening.update(text), opening.final()])
  } catch {
    return undefined
  }
}

/** Derives a key for this purpose only, because the operator's key may serve others too. The id reveals nothing about the key. */
function toKey(secret: Buffer): Key {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', 'atrium secrets v1', 32))
  return { bytes, id: hash('sha256', bytes, 'base64url').slice(0, 8) }
}

/** The additional data of version 1. */
const placeData = ({ plugin, place }: SecretPlace) => Buffer.from(JSON.stringify(['v1', plugin, place]))

const hashOf = (place: SecretPlace) => hash('sha256', placeData(place), 'base64url').slice(0, 22)

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
