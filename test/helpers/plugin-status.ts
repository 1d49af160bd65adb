import type { PluginStatus } from '@atrium/sdk/documents'

/** The status of an active plugin without findings, except for these members. */
export const pluginStatus = (id: string, members: Partial<PluginStatus> = {}): PluginStatus => ({
  id,
  title: id,
  version: '1.0.0',
  desired: 'active',
  state: 'active',
  requires: {},
  required_by: [],
  has_settings: false,
  diagnostics: [],
  ...members,
})
