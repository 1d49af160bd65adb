import { ApiError } from '@atrium/sdk'
import type { Database } from '../../base/db/index.ts'
import { requireAllOf } from './granting.ts'
import type { Attributes } from './grants.ts'
import { type HolderRecord, type HolderRow, joinHolder, toHolder } from './holders.ts'
import { createPrincipal, type Principal } from './identity.ts'
import { toLists } from './granting-roles.ts'
import type { RoleRow } from './roles.ts'

/** The header of a request to be answered as a role or a person would see it: `role=<id>` or `person=<id>`. */
export const PREVIEW_HEADER = 'atrium-preview'

/** The permission to preview Atrium as a role or a person. */
export const PREVIEW_PERMISSION = 'platform.preview.view'

/** The role or person that a caller previews. */
export interface Preview {
  readonly kind: 'role' | 'person'
  readonly id: string
  readonly name: string
  /** The viewer. */
  readonly by: Principal
}

/** The header text of a preview. */
export const previewText = ({ kind, id }: Pick<Preview, 'kind' | 'id'>) => `${kind}=${id}`

const TEXT = /^(role|person)=([\w-]{1,100})$/

/**
 * Previews of Atrium as a role or a person. Nothing is stored: each request names the role or person and is checked again. It is answered
 * for a separate principal, which changes nothing and has no account (ARCHITECTURE: Identity).
 */
export class Previews {
  readonly #database: Pick<Database, 'reader'>

  constructor(database: Pick<Database, 'reader'>) {
    this.#database = database
  }

  /**
   * Makes the principal of a preview. A role is shown as if the viewer were its only holder.
   * @param text the value of the header
   * @throws ApiError `permission_denied` if the caller may not preview or holds less, `preview_unknown`, `header_malformed`
   */
  async as(by: Principal, text: string): Promise<Principal> {
    requirePreview(by)
    const [, kind, id] = TEXT.exec(text) ?? refuseText(text)
    const shown = kind === 'role' ? await this.#role(id ?? '', by) : await this.#person(id ?? '')
    if (shown === undefined) throw unknown(text)
    const preview = { kind: kind as Preview['kind'], id: id ?? '', name: shown.name, by }
    const { owner, ...known } = shown
    const principal = createPrincipal({ ...known, preview, owner_id: owner })
    requireAllOf(by, { name: shown.name, holder: principal.holder })
    return principal
  }

  /** Makes the principal again. Undefined if the viewer no longer exists or may no longer preview. */
  async renew(preview: Preview, by: Principal | undefined): Promise<Principal | undefined> {
    return by && this.as(by, previewText(preview)).catch(endedIfRefused)
  }

  async #role(id: string, by: Principal) {
    const row = await this.#database.reader<RoleRow>('platform_roles').where({ id }).first<RoleRow | undefined>('*')
    if (row === undefined) return undefined
    const role = { id, name: row.name, ...toLists(row) }
    const { id: owner, attributes } = by.holder
    return { id: `role:${id}`, kind: 'person' as const, name: row.label, roles: [role], attributes, owner }
  }

  async #person(id: string): Promise<(Shown & { permissions: readonly string[] }) | undefined> {
    const knex = this.#database.reader
    const one = knex('platform_users as one').where('one.id', id).select('one.id as user_id').as('held')
    const rows = (await joinHolder(knex.from(one))) as HolderRow[]
    const [first, ...more] = rows
    if (first === undefined) return undefined
    const { kind, ...holder } = toHolder([first, ...more])
    return { ...holder, kind: kind === 'person' ? kind : 'token', owner: id }
  }
}

interface Shown extends Pick<HolderRecord, 'id' | 'name' | 'roles'> {
  readonly kind: 'person' | 'token'
  readonly attributes: Attributes
  /** The person behind `me` in record conditions. */
  readonly owner: string
}

function requirePreview(by: Principal): void {
  if (by.can(PREVIEW_PERMISSION)) return
  throw new ApiError('permission_denied', {
    detail: `Looking at Atrium as a role or a person requires the permission [${PREVIEW_PERMISSION}]. Ask an operator to grant it.`,
  })
}

function endedIfRefused(error: unknown): undefined {
  if (error instanceof ApiError && error.status < 500) return undefined
  throw error
}

function refuseText(text: string): never {
  throw new ApiError('header_malformed', {
    detail: `The header [Atrium-Preview] is [${text.slice(0, 100)}]. Send \`role=<id>\` or \`person=<id>\`, or leave it out.`,
  })
}

const unknown = (text: string) =>
  new ApiError('preview_unknown', {
    detail: `There is no [${text}] to look at Atrium as. It may have been deleted or disabled. End the preview, or name another one.`,
  })
