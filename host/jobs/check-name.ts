import { DeclarationError } from '@atrium/sdk'

const JOB = /^[a-z][a-z0-9_.-]{0,99}$/
const EVENT = /^[a-z][a-z0-9-]*\.[a-z][a-z0-9_.-]{0,99}$/

/** @throws DeclarationError `id_invalid` */
export function checkJobName(name: string): void {
  if (JOB.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of a job.`, {
    fix: 'Use lower-case letters, digits, hyphens, underscores and dots, beginning with a letter; at most 100.',
  })
}

/** @throws DeclarationError `id_invalid` */
export function checkEventName(name: string): void {
  if (EVENT.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of an event.`, {
    fix: 'Write `<plugin>.<past tense>`, for example `booking.confirmed`.',
  })
}

/** Nobody tells what happened to another plugin. @throws DeclarationError `id_invalid`, `name_foreign` */
export function checkOwnEventName(plugin: string, name: string): void {
  checkEventName(name)
  if (name.startsWith(`${plugin}.`)) return
  throw new DeclarationError(
    'name_foreign',
    `The plugin [${plugin}] cannot emit [${name}], which is another's event.`,
    {
      fix: `Name it \`${plugin}.<past tense>\`.`,
    },
  )
}
