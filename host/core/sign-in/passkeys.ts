import { ApiError } from '@atrium/sdk'
import type * as WebAuthn from '@simplewebauthn/server'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Database } from '../../base/db/index.ts'
import { latePackage } from '../../base/lifetime/index.ts'
import type { HostLogger } from '../../base/log/index.ts'
import { createId, type User } from '../auth/index.ts'
import type { PublicSite } from './public-site.ts'
import type { SignInSteps } from './sign-in-steps.ts'

/** Loaded with the first passkey, because it takes several MB. */
const webauthn = latePackage<typeof WebAuthn>('@simplewebauthn/server')

interface Row {
  readonly id: string
  readonly user_id: string
  readonly credential_id: string
  readonly public_key: string
  readonly counter: number | string
  readonly transports: string
  readonly synced: boolean | number
  readonly name: string
  readonly created_at: string
  readonly last_used_at: string | null
  readonly refused_at: string | null
}

/** A passkey as its owner sees it. */
export interface Passkey {
  readonly id: string
  readonly name: string
  /** Whether it is copied to the other devices of its owner. */
  readonly synced: boolean
  readonly created_at: string
  readonly last_used_at?: string
  /** When it was refused because its counter had been used: a copy may exist. */
  readonly refused_at?: string
}

interface PasskeysOptions {
  readonly database: Database
  readonly steps: SignInSteps
  readonly site: () => PublicSite
  readonly log: HostLogger
  readonly now: () => number
}

/** Passkeys (WebAuthn level 3): rows of `platform_passkeys`. A challenge is stored and works once. */
export class Passkeys {
  readonly #options: PasskeysOptions

  constructor(options: PasskeysOptions) {
    this.#options = options
  }

  /** The options with which the browser creates a passkey. @throws ApiError `conflict` if browsers allow none at the public address */
  async beginAdding(user: User): Promise<PublicKeyCredentialCreationOptionsJSON> {
    const { steps } = this.#options
    const rpID = this.#domain()
    const challenge = await steps.begin('new_passkey', { userId: user.id, data: {} })
    const known = await this.#rows().where({ user_id: user.id })
    return webauthn().generateRegistrationOptions({
      rpID,
      rpName: 'Atrium',
      userID: new Uint8Array(Buffer.from(user.id)),
      userName: user.email ?? user.name,
      userDisplayName: user.name,
      challenge: bytesOf(challenge),
      excludeCredentials: known.map(toDescriptor),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
  }

  /** Stores the passkey that the browser made. @throws ApiError `validation_failed` if its answer does not fit */
  async add(user: User, { response, name }: { response: RegistrationResponseJSON; name: string }): Promise<Passkey> {
    const { origin } = this.#options.site()
    const domain = this.#domain()
    const { registrationInfo: made } = await webauthn()
      .verifyRegistrationResponse({
        response,
        expectedChallenge: (challenge) => this.#use('new_passkey', challenge, user.id),
        expectedOrigin: origin,
        expectedRPID: domain,
      })
      .catch((error: unknown) => this.#refuse(error, user.id))
    if (!made) throw unfit()
    const { id: credential_id, publicKey, counter, transports = [] } = made.credential
    const now = this.#options.now()
    const row: Row = {
      id: createId(now),
      user_id: user.id,
      credential_id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(transports),
      synced: made.credentialDeviceType === 'multiDevice',
      name,
      created_at: new Date(now).toISOString(),
      last_used_at: null,
      refused_at: null,
    }
    const stored = await this.#rows().insert(row).onConflict('credential_id').ignore().returning('id')
    if (stored.length === 0) throw unfit()
    return toPasskey(row)
  }

  /** The options with which the browser uses a passkey: one of the person's, or without a person any that it has for this site. */
  async beginUse(userId?: string): Promise<PublicKeyCredentialRequestOptionsJSON> {
    const rpID = this.#domain()
    const challenge = await this.#options.steps.begin('passkey', { userId: userId ?? null, data: {} })
    const known = userId === undefined ? undefined : await this.#rows().where({ user_id: userId })
    return webauthn().generateAuthenticationOptions({
      rpID,
      challenge: bytesOf(challenge),
      userVerification: 'required',
      ...(known && { allowCredentials: known.map(toDescriptor) }),
    })
  }

  /**
   * Returns the owner of a passkey; undefined if the answer proves none.
   * @param options.userId the person, if already known; a challenge for one person is refused for another
   */
  async check(
    response: AuthenticationResponseJSON,
    { userId }: { userId?: string | undefined } = {},
  ): Promise<string | undefined> {
    const row = await this.#rows().where({ credential_id: response.id }).first<Row | undefined>()
    if (row === undefined || (userId !== undefined && row.user_id !== userId)) return undefined
    const { origin, passkeyDomain } = this.#options.site()
    if (passkeyDomain === undefined) return undefined
    const { verified, authenticationInfo: proof } = await webauthn()
      .verifyAuthenticationResponse({
        response,
        expectedChallenge: (challenge) => this.#use('passkey', challenge, userId ?? null),
        expectedOrigin: origin,
        expectedRPID: passkeyDomain,
        credential: {
          id: row.credential_id,
          publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
          // The library compares counters before it checks the signature; #keepCounter compares them afterwards.
          counter: -1,
        },
      })
      .catch((error: unknown) => {
        this.#options.log.warn('a passkey was refused', { err: error, user: row.user_id })
        return { verified: false, authenticationInfo: undefined }
      })
    if (!verified || proof === undefined || !isOwner(response, row)) return undefined
    return (await this.#keepCounter(row, proof.newCounter)) ? row.user_id : undefined
  }

  async list(userId: string): Promise<Passkey[]> {
    return (await this.#rows().where({ user_id: userId }).orderBy('id')).map(toPasskey)
  }

  /** Returns undefined if the person has no such passkey. */
  async rename(userId: string, id: string, name: string): Promise<Passkey | undefined> {
    const [row] = await this.#rows().where({ user_id: userId, id }).update({ name }).returning('*')
    return row && toPasskey(row)
  }

  /** Removes one passkey of a person, or all. Returns how many. */
  async remove(userId: string, id?: string): Promise<number> {
    return this.#rows()
      .where({ user_id: userId, ...(id !== undefined && { id }) })
      .delete()
  }

  /**
   * Stores the counter of an authenticator that counts. A counter that was already used means a copy of the passkey or a replayed answer:
   * it is refused and recorded.
   */
  async #keepCounter(row: Row, counter: number): Promise<boolean> {
    const now = new Date(this.#options.now()).toISOString()
    const kept = await this.#rows()
      .where({ id: row.id })
      .where((former) => {
        if (counter === 0) former.where({ counter: 0 })
        else former.where('counter', '<', counter)
      })
      .update({ counter, last_used_at: now })
    if (kept === 1) return true
    await this.#rows().where({ id: row.id }).update({ refused_at: now })
    const { id: passkey, user_id: user, counter: stored } = row
    this.#options.log.error('a passkey answered with a counter that had been used', { user, passkey, stored, counter })
    return false
  }

  async #use(kind: 'passkey' | 'new_passkey', challenge: string, userId: string | null): Promise<boolean> {
    const step = await this.#options.steps.use(kind, tokenOf(challenge))
    return step?.userId === userId
  }

  #refuse(error: unknown, user: string): never {
    this.#options.log.warn('a new passkey was refused', { err: error, user })
    throw unfit()
  }

  #domain(): string {
    const { passkeyDomain, origin } = this.#options.site()
    if (passkeyDomain !== undefined) return passkeyDomain
    throw new ApiError('conflict', {
      detail: `Browsers allow no passkeys at [${origin}]. Reach the platform by https and a name, and set ATRIUM_PUBLIC_URL to that address.`,
    })
  }

  #rows() {
    return this.#options.database.context<Row>('platform_passkeys')
  }
}

/** A passkey that names an owner must name the person it was issued to. */
function isOwner({ response }: AuthenticationResponseJSON, { user_id }: Row): boolean {
  const { userHandle } = response
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === user_id
}

const unfit = () =>
  new ApiError('validation_failed', {
    detail: 'The answer of the browser does not fit the passkey that was asked for. Start again.',
    errors: { response: 'Start again: this answer is too old, was used before, or is for another address.' },
  })

const toDescriptor = ({ credential_id, transports }: Row) => ({
  id: credential_id,
  transports: JSON.parse(transports) as AuthenticatorTransport[],
})

const toPasskey = ({ id, name, synced, created_at, last_used_at, refused_at }: Row): Passkey => ({
  id,
  name,
  synced: Boolean(synced),
  created_at,
  ...(last_used_at !== null && { last_used_at }),
  ...(refused_at !== null && { refused_at }),
})

/** The browser signs the challenge as base64url of its bytes, and these bytes are the token. */
const bytesOf = (token: string) => new Uint8Array(Buffer.from(token))
const tokenOf = (challenge: string) => Buffer.from(challenge, 'base64url').toString()
