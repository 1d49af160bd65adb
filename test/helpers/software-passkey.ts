import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const WITH_KEY = 0x40

/** What a browser and an authenticator do with a passkey, without either: one key on the curve P-256, for one site. */
export class SoftwarePasskey {
  readonly #id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #origin: string
  readonly #domain: string
  #userHandle = ''
  /** Stays 0 for a passkey that does not count, as synced ones. */
  counter = 0

  constructor(origin: string) {
    this.#origin = origin
    this.#domain = new URL(origin).hostname
  }

  /** The answer to `navigator.credentials.create`. */
  make(options: Readonly<Record<string, unknown>>) {
    this.#userHandle = (options.user as { id: string }).id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // COSE: { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y }
    const key = Buffer.concat([
      ...[Buffer.from('a5010203262001215820', 'hex'), Buffer.from(x, 'base64url')],
      ...[Buffer.from('225820', 'hex'), Buffer.from(y, 'base64url')],
    ])
    const length = Buffer.from([0, this.#id.length])
    const authData = Buffer.concat([this.#authData(WITH_KEY), Buffer.alloc(16), length, this.#id, key])
    const attestationObject = Buffer.concat([
      // { "fmt": "none", "attStmt": {}, "authData": bytes }
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      Buffer.from([authData.length]),
      authData,
    ])
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', options).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The answer to `navigator.credentials.get`. A passkey that counts has to be counted up by the test. */
  use(options: Readonly<Record<string, unknown>>, { verified = true, type = 'webauthn.get' } = {}) {
    const authenticatorData = this.#authData(0, { verified })
    const clientData = this.#clientData(type, options)
    const signed = Buffer.concat([authenticatorData, sha256(clientData)])
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
      userHandle: this.#userHandle,
    })
  }

  #authData(flags: number, { verified = true } = {}): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = flags | USER_PRESENT | (verified ? USER_VERIFIED : 0)
    return Buffer.concat([sha256(this.#domain), Buffer.from([all]), counter])
  }

  #clientData(type: string, { challenge }: Readonly<Record<string, unknown>>): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }))
  }

  #answer<Response>(response: Response) {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
