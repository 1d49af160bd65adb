/** What the platform's own reading operations take. Whoever works in the shell needs the first. */
export const PERMISSIONS = {
  shell: 'platform.shell.view',
  plugins: 'platform.plugins.view',
  openApi: 'platform.openapi.view',
} as const
