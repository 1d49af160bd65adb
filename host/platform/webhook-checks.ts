import { isIP } from 'node:net'
import { ApiError, invalid_values, present_caller } from '@atrium/sdk'
import type { Choice } from '@atrium/sdk/documents'
import { holdsWhole, toPrincipal } from '../core/auth/index.ts'
import type { Registries } from '../core/registries/index.ts'
import { TEST_EVENT } from '../core/webhooks/index.ts'

/** Requires a complete address that the egress rule does not refuse. @throws ApiError 422 `validation_failed` */
export function requireAddress(text: string, refusedKind: (host: string, port: number) => string | undefined): void {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const refuse = (message: string) => invalid_values([{ pointer: '/url', message }])
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw refuse('Enter a whole address, such as https://example.org/hooks.')
  if (url.username !== '' || url.password !== '')
    throw refuse('Leave out user and password: receivers know messages by their signature.')
  if (url.hash !== '') throw refuse('Leave out the part after #: it is never sent.')
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const kind = isIP(host) === 0 ? undefined : refusedKind(host, port)
  if (kind !== undefined)
    throw refuse(`Webhooks may not reach this address: it is ${kind}. An operator allows it in ATRIUM_EGRESS_ALLOW.`)
}

const EVENT = /^([a-z][a-z0-9-]*)\.(\*|[a-z][a-z0-9_-]*)$/

/** Newly chosen events must belong to an installed plugin. @throws ApiError 422 `validation_failed` */
export function requireEvents(
  events: readonly string[],
  { known, registries }: { known: readonly string[]; registries: Registries },
): void {
  const found = events.flatMap((event, index) => {
    if (event === '*' || known.includes(event)) return []
    const [, plugin] = EVENT.exec(event) ?? []
    const message =
      plugin === undefined
        ? `[${event}] is no name of an event. Enter one such as booking.confirmed, booking.* or *.`
        : registries.plugins.get(plugin) === undefined && `There is no plugin [${plugin}].`
    return message ? [{ pointer: `/events/${index}`, message }] : []
  })
  if (found.length > 0) throw invalid_values(found)
}

/** A webhook sends everything that an event contains, so it must not bypass the limits of its creator. @throws ApiError 403 */
export function requireHeld(events: readonly string[]): void {
  const unseen = events.find((event) => !maySee(event))
  if (unseen === undefined) return
  throw new ApiError('permission_denied', {
    detail: `A webhook sends all that its events carry. Somebody who saves one for these, moves what it has sent to another address, or renews its secret must hold [${neededFor(unseen)}] without further limits. Leave them out, or ask somebody who holds it.`,
  })
}

/** Whether the present caller may know all that an event carries. */
export const maySee = (event: string): boolean => event === TEST_EVENT || isHeld(neededFor(event))

const neededFor = (event: string) => (event === '*' ? '*' : `${event.split('.', 1)[0]}.*`)

function isHeld(permission: string): boolean {
  const caller = present_caller()
  return caller === undefined || holdsWhole(toPrincipal(caller), permission)
}

/**
 * The events available to webhooks: those that active plugins declare in their package.json, or emit under a name that can be read in their
 * source.
 */
export function eventChoices(registries: Registries): Choice[] {
  const plugins = registries.plugins.list().filter(({ state }) => state === 'active')
  return [
    { value: '*', label: 'Every event of every plugin' },
    ...plugins.flatMap(({ id, title }) => {
      const names = (registries.offersOf(id)?.events ?? []).filter((name) => EVENT.exec(name)?.[1] === id)
      const all = { value: `${id}.*`, label: `Every event of ${title}`, group: title }
      const single = [...new Set(names)].sort().map((value) => ({ value, label: value, group: title }))
      return single.length === 0 ? [] : [all, ...single]
    }),
  ]
}
