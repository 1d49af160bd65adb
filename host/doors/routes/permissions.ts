/** What the platform's own operations take. Whoever works in the shell needs the first. */
export const PERMISSIONS = {
  shell: 'platform.shell.view',
  plugins: 'platform.plugins.view',
  managePlugins: 'platform.plugins.manage',
  openApi: 'platform.openapi.view',
} as const
