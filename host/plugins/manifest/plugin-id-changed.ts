import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'

/** A plugin that runs gave itself another id. */
export const pluginIdChanged = (id: string, other: string): Diagnostic =>
  diagnose('plugin_id_changed', {
    message: `The plugin [${id}] now calls itself [${other}].`,
    where: { file: 'package.json', pointer: '/atrium/id' },
  })
