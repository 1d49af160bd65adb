/** What the shell's own screens take; what those of plugins take, their documents say. */
export const PERMISSIONS = {
  seePlugins: 'platform.plugins.view',
  managePlugins: 'platform.plugins.manage',
} as const
