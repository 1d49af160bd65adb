import type { ParameterizedContext } from 'koa'
import type { KeyRing } from '../../base/secrets/index.ts'
import { type Client, clientOf, createSecret } from '../auth/index.ts'

const NAME = 'atrium_device'
const PLACE = { plugin: 'platform', place: `cookie/${NAME}` }

/** Milliseconds. Browsers keep a cookie no longer than 400 days. */
const LIFE = 400 * 24 * 60 * 60_000

/** The number of people who are remembered for a shared browser. */
const MOST_PEOPLE = 8

/** Characters; longer values are not opened. */
const LONGEST = 2_000

/** A browser in which people have signed in. */
interface KnownDevice {
  readonly id: string
  /** Ids of people, the latest first. */
  readonly people: readonly string[]
}

/** A client of this room, with its browser. */
export interface SignInClient extends Client {
  readonly device?: KnownDevice | undefined
}

/** A person signs in with a browser that they have not used before, though with others. */
export interface NewDevice {
  readonly user_id: string
  /** The browser and its system. */
  readonly name: string
  readonly address: string
}

/** The id of the client's browser, if this person has signed in with it before. */
export const deviceFor = ({ device }: SignInClient, user: { readonly id: string } | undefined) =>
  user !== undefined && device?.people.includes(user.id) ? device.id : undefined

/**
 * Remembers in a sealed cookie who has signed in with a browser. The cookie admits nobody: failures of a known browser are counted
 * separately from those of strangers, so that strangers cannot use up its attempts.
 */
export class KnownDevices {
  readonly #keys: KeyRing

  constructor(keys: KeyRing) {
    this.#keys = keys
  }

  /** The client of a request that may start a session. */
  clientOf(koa: ParameterizedContext): SignInClient {
    return { ...clientOf(koa), device: this.#read(koa) }
  }

  /** Records that a person has signed in with this browser. The browser keeps its id, so signing in again grants no new attempts. */
  remember(koa: ParameterizedContext, personId: string): void {
    const { id, people } = this.#read(koa) ?? { id: createSecret().text, people: [] }
    const known = [personId, ...people.filter((each) => each !== personId)].slice(0, MOST_PEOPLE)
    const value = this.#keys.seal(JSON.stringify({ id, people: known }), PLACE)
    const { secure } = koa
    const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure, signed: false, overwrite: true } as const
    koa.cookies.set(nameFor(koa), value, { ...attributes, maxAge: LIFE })
  }

  /** Undefined without the cookie, and if it was changed or its key is missing. */
  #read(koa: ParameterizedContext): KnownDevice | undefined {
    const value = koa.cookies.get(nameFor(koa), { signed: false })
    if (value === undefined || value.length > LONGEST) return undefined
    try {
      return JSON.parse(this.#keys.open(value, PLACE)) as KnownDevice
    } catch {
      return undefined
    }
  }
}

/** Browsers accept this prefix only over https and for exactly one host. */
const nameFor = ({ secure }: ParameterizedContext) => (secure ? `__Host-${NAME}` : NAME)
