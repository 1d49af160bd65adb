import { ApiError, invalid_values } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import type { Requirements, Roles, SignInRequirements } from '../auth/index.ts'

type RequiredMethod = NonNullable<SignInRequirements['method']>

interface RequiredMethodsOptions {
  /** Whether this host can offer a method now. */
  readonly isOffered: (method: RequiredMethod) => boolean
  readonly roles: Roles
  readonly log: HostLogger
}

/** The settings that make a method available. */
const SETTINGS: Record<RequiredMethod, string> = {
  oidc: 'No identity provider is configured: add one to `sign_in.providers` in panels.config.json',
  passkey:
    'Browsers allow no passkeys at the address of this host: set ATRIUM_PUBLIC_URL to an https address with a name',
}

/** Keeps roles from requiring a method that this host cannot offer, because their holders could not sign in any more. */
export class RequiredMethods {
  readonly #options: RequiredMethodsOptions

  constructor(options: RequiredMethodsOptions) {
    this.#options = options
  }

  /** @throws ApiError 422 `validation_failed` at `sign_in_with`, which names the setting */
  requireOffered({ method }: SignInRequirements): void {
    if (method === undefined || this.#options.isOffered(method)) return
    const message = `${SETTINGS[method]}, or choose another method. Otherwise nobody with this role could sign in.`
    throw invalid_values([{ pointer: '/sign_in_with', message }])
  }

  /** Why people with these requirements cannot sign in here, whichever methods they have. Undefined if they can. */
  whyImpossible(required: Requirements): ApiError | undefined {
    const missing = (['oidc', 'passkey'] as const).find(
      (method) => required[method] && !this.#options.isOffered(method),
    )
    if (missing === undefined) return undefined
    return new ApiError('sign_in_method_refused', {
      detail:
        `Your roles require that you sign in with [${missing}]. ${SETTINGS[missing]}. Until then, ` +
        'an operator can let you in with a link: `atrium sign-in-link <person>`.',
    })
  }

  /** Logs which roles require a method that is not offered. Call it at the start and when the configuration changes. */
  async review(): Promise<void> {
    for (const { id, name, requirements } of await this.#stranding()) {
      const holders = await this.#options.roles.holders(id)
      this.#options.log.warn(
        `The holders of the role [${name}] cannot sign in, because it requires [${requirements.method}]. ${SETTINGS[requirements.method!]}, ` +
          'or change the role. Until then, let them in with `atrium sign-in-link <person>`.',
        { role: id, holders },
      )
    }
  }

  /** The same for `/readyz`, which anybody may read. */
  async warnings(): Promise<readonly string[]> {
    return (await this.#stranding()).length === 0 ? [] : [WARNING]
  }

  async #stranding() {
    const { roles, isOffered } = this.#options
    return (await roles.list()).filter(({ requirements: { method } }) => method !== undefined && !isOffered(method))
  }
}

const WARNING =
  'Some people cannot sign in, because their roles require a way to sign in that this host does not offer. The log names the roles and the setting.'
