import type { Diagnostic } from '@atrium/sdk/documents'
import { SDK_VERSION } from '@atrium/sdk/host'
import { satisfies } from 'semver'
import { diagnose } from '../../base/errors/index.ts'
import type { PluginManifest } from './plugin-manifest.ts'

/** Whether the SDK of this host is one the plugin was written for. */
export function checkSdkVersion(
  { sdk_range: range }: Pick<PluginManifest, 'sdk_range'>,
  { version = SDK_VERSION }: { version?: string } = {},
): Diagnostic[] {
  if (satisfies(version, range, { includePrerelease: true })) return []
  const message = `The plugin asks for @atrium/sdk in the range [${range}]; the host has [${version}].`
  const where = { file: 'package.json', pointer: '/peerDependencies/@atrium~1sdk' }
  return [diagnose('sdk_version', { message, where })]
}
