import { DeclarationError } from '../declaration/declaration-error.ts'

const JOB = /^[a-z][a-z0-9_.-]{0,99}$/
const OWNED = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_.-]{0,99}$/

/** Checks the name of a job. For the host. @throws DeclarationError `id_invalid` */
export function require_job_name(name: string): void {
  if (JOB.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of a job.`, {
    fix: 'Use lower-case letters, digits, hyphens, underscores and dots, beginning with a letter; at most 100.',
  })
}

/** Checks the name of an event of any plugin. For the host. @throws DeclarationError `id_invalid` */
export function require_event_name(name: string): void {
  if (OWNED.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of an event.`, {
    fix: 'Write `<plugin>.<past tense>`, for example `booking.confirmed`.',
  })
}

/** Checks the name of an event that a plugin emits: it begins with the plugin's id. For the host. @throws DeclarationError `id_invalid`, `name_foreign` */
export function require_own_event_name(plugin: string, name: string): void {
  require_event_name(name)
  if (name.startsWith(`${plugin}.`)) return
  throw new DeclarationError('name_foreign', `[${name}] cannot be emitted by the plugin [${plugin}].`, {
    fix: `Name it \`${plugin}.<past tense>\`.`,
  })
}

/** Checks the name of a place to contribute to. For the host. @throws DeclarationError `id_invalid` */
export function require_place(place: string): void {
  if (OWNED.test(place)) return
  throw new DeclarationError('id_invalid', `[${place}] cannot be a place to contribute to.`, {
    fix: 'Write `<plugin>.<name>`, for example `clients.record`.',
  })
}

/** Checks the name of a place whose contributions a plugin asks for: it begins with the plugin's id. For the host. @throws DeclarationError `id_invalid`, `name_foreign` */
export function require_own_place(plugin: string, place: string): void {
  require_place(place)
  if (place.startsWith(`${plugin}.`)) return
  throw new DeclarationError('name_foreign', `[${place}] is no place of the plugin [${plugin}].`, {
    fix: `Ask for the contributions to \`${plugin}.<name>\`; what others show is theirs.`,
  })
}
