import { ApiError } from '@atrium/sdk'
import type { HostLogger } from '../../base/log/index.ts'
import {
  normalizeEmail,
  requireNotBeyond,
  type Authority,
  type ChangedBy,
  type LinkPurpose,
  type ManageUsers,
  type SignInLinks,
  type Users,
} from '../auth/index.ts'
import { type LinkMail, linkMail } from './link-mail.ts'
import type { SendMail } from './mailer.ts'

/** A link to hand to a person. The secret is in its fragment, which browsers do not send, so no server logs it. */
export interface AccountLink {
  /** Works once and is shown once. */
  readonly url: string
  readonly purpose: LinkPurpose
  readonly expires_at: string
  /** The address to which it was also sent; null if no e-mail was sent. */
  readonly sent_to: string | null
}

interface AccountLinksOptions {
  readonly authority: Authority
  readonly people: Users
  readonly users: ManageUsers
  readonly links: SignInLinks
  /** Where people reach the platform, without a trailing slash. */
  readonly address: () => string
  /** Undefined: no mail server is configured, so links can only be copied. */
  readonly sendMail: SendMail | undefined
  readonly log: HostLogger
}

/** The page for each kind of link. */
const PATHS: Record<LinkPurpose, string> = {
  sign_in: '/sign-in',
  invitation: '/sign-in/welcome',
  password_reset: '/sign-in/welcome',
}

/** Makes the one-time links for invitations and for lost access. */
export class AccountLinks {
  readonly #options: AccountLinksOptions

  constructor(options: AccountLinksOptions) {
    this.#options = options
  }

  /** Whether links can be sent by e-mail. */
  get canSend(): boolean {
    return this.#options.sendMail !== undefined
  }

  /**
   * Makes a link for somebody, revokes their earlier ones of this kind, and sends it if possible.
   * @throws ApiError `permission_denied` if they may do more than `by`; `conflict` for a service account or a disabled person;
   * `record_not_found`
   */
  async create(userId: string, purpose: LinkPurpose, { by }: ChangedBy): Promise<AccountLink> {
    const { authority, users, links } = this.#options
    const { user, token, expires_at } = await authority.change(async () => {
      const user = await users.reached(userId, by)
      if (user.kind === 'service')
        throw refuse(`[${user.name}] is a service account and cannot sign in. Make a token for it.`)
      if (user.disabled_at !== null) throw refuse(`[${user.name}] is disabled. Enable the account first.`)
      requireNotBeyond(by, await users.held(user))
      return { user, ...(await links.renew(userId, purpose)) }
    })
    const url = this.#urlOf(purpose, token)
    const { email, name } = user
    const { locale } = (await this.#options.people.find(userId)) ?? {}
    const isSent = email !== null && (await this.#send(email, { url, purpose, name, locale }))
    return { url, purpose, expires_at, sent_to: isSent ? email : null }
  }

  /**
   * Sends a link to choose a new password, if somebody has this e-mail. Always returns at once, so that neither the answer nor its time
   * reveals who exists. The same person gets at most one e-mail in ten minutes.
   */
  requestReset(email: string): void {
    void this.#reset(normalizeEmail(email)).catch((err: unknown) =>
      this.#options.log.error('a link to reset a password could not be sent', { err }),
    )
  }

  async #reset(email: string): Promise<void> {
    const { people, links, sendMail, log } = this.#options
    const user = sendMail && (await people.findByEmail(email))
    if (!user || (await links.isRecent(user.id, 'password_reset'))) return
    const { token } = await links.renew(user.id, 'password_reset')
    log.info('a link to reset a password was requested', { user: user.id })
    const { name, locale } = user
    await this.#send(email, { url: this.#urlOf('password_reset', token), purpose: 'password_reset', name, locale })
  }

  #urlOf(purpose: LinkPurpose, token: string): string {
    return `${this.#options.address()}${PATHS[purpose]}#token=${token}`
  }

  /** Whether the e-mail was sent. If not, the link can still be copied. */
  async #send(to: string, link: LinkMail): Promise<boolean> {
    const { sendMail, log } = this.#options
    if (sendMail === undefined) return false
    try {
      await sendMail({ to, ...linkMail(link) })
      return true
    } catch (err) {
      log.error('an e-mail with a link could not be sent', { err, purpose: link.purpose })
      return false
    }
  }
}

const refuse = (detail: string) => new ApiError('conflict', { detail })
