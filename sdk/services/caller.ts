/** Who asks. Every operation knows its caller, whichever door the call came through. */
export interface Caller {
  readonly id: string
  /** `person` signs in, `token` is a program, `agent` comes over MCP, `system` is the host itself. */
  readonly kind: 'person' | 'token' | 'agent' | 'system'
  readonly name: string
  /** Whether the caller holds the permission, for example `template.items.update`. */
  can(permission: string): boolean
  /**
   * Which records of a resource the caller may touch, as a list query (`owner_id=7`), or `undefined` for all of them.
   * The record kit adds it to every statement.
   */
  scope(resource: string): string | undefined
}
