import { DeclarationError } from '../declaration/declaration-error.ts'
import { nearest_name } from '../declaration/nearest-name.ts'
import { is_permission, PERMISSION_FIX } from '../declaration/permission.ts'

const JOB = /^[a-z][a-z0-9_.-]{0,99}$/
const OWNED = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_.-]{0,99}$/

/** Checks the form of a permission. `what` is the offender: `The route [GET /items]`. @throws DeclarationError `permission_invalid` */
export function require_permission(what: string, permission: string): void {
  if (is_permission(permission)) return
  throw new DeclarationError(
    'permission_invalid',
    `${what} has the permission [${String(permission)}], which is not valid.`,
    { fix: PERMISSION_FIX },
  )
}

/** Checks the name of a job. For the host. @throws DeclarationError `id_invalid` */
export function require_job_name(name: string): void {
  if (JOB.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] is not a valid name for a job.`, {
    fix: 'Begin with a lower-case letter, and use only lower-case letters, digits, hyphens, underscores and dots; at most 100 characters.',
  })
}

/** Checks the name of an event of any plugin. For the host. @throws DeclarationError `id_invalid` */
export function require_event_name(name: string): void {
  if (OWNED.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] is not a valid name for an event.`, {
    fix: 'Write `<plugin>.<past tense>`, for example `booking.confirmed`.',
  })
}

/** Checks the name of an event that a plugin emits: it begins with the plugin's id. For the host. @throws DeclarationError `id_invalid`, `name_foreign` */
export function require_own_event_name(plugin: string, name: string): void {
  const problem = own_event_problem(plugin, name)
  if (problem) throw new DeclarationError(problem.code, problem.message, { fix: problem.fix })
}

/** What is wrong with the name of an event that a plugin emits. Undefined if it is valid. For the host. */
export function own_event_problem(plugin: string, name: string) {
  const isOwn = String(name).startsWith(`${plugin}.`)
  if (isOwn && OWNED.test(name)) return undefined
  const meant = meantEvent(plugin, String(name))
  return {
    code: OWNED.test(name) ? 'name_foreign' : 'id_invalid',
    message: isOwn
      ? `[${name}] is not a valid name for an event.`
      : `The plugin [${plugin}] emits [${name}], which does not begin with its id.`,
    fix: meant === undefined ? `Name it \`${plugin}.<past tense>\`.` : `Did you mean [${meant}]?`,
  } as const
}

/** The name below the plugin's id. A prefix that resembles the id is replaced; any other is part of the name. */
function meantEvent(plugin: string, name: string): string | undefined {
  const [prefix = '', ...rest] = name.split('.')
  const isPrefix = rest.length > 0 && nearest_name(prefix, [plugin]) !== undefined
  const own = isPrefix ? rest.join('.') : name
  const meant = `${plugin}.${own.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase()}`
  return OWNED.test(meant) ? meant : undefined
}

/** Checks the name of a place to contribute to. For the host. @throws DeclarationError `id_invalid` */
export function require_place(place: string): void {
  if (OWNED.test(place)) return
  throw new DeclarationError('id_invalid', `[${place}] is not a valid name for a place to contribute to.`, {
    fix: 'Write `<plugin>.<name>`, for example `clients.record`.',
  })
}

/** Checks the name of a place whose contributions a plugin asks for: it begins with the plugin's id. For the host. @throws DeclarationError `id_invalid`, `name_foreign` */
export function require_own_place(plugin: string, place: string): void {
  require_place(place)
  if (place.startsWith(`${plugin}.`)) return
  throw new DeclarationError('name_foreign', `[${place}] does not belong to the plugin [${plugin}].`, {
    fix: `Ask for the contributions to \`${plugin}.<name>\`. A plugin can read only the contributions to its own places.`,
  })
}
