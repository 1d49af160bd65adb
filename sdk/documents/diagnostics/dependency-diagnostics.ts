import { catalogue } from './catalogued-diagnostic.ts'

/** Found when a plugin is held against the versions and the other plugins it needs, and those that need it. */
export const DEPENDENCY_DIAGNOSTICS = catalogue({
  sdk_version: {
    severity: 'error',
    title: 'Written for another SDK',
    cause: 'The version of `@atrium/sdk` that the host has is outside the range in the plugin’s `package.json`.',
    fix: 'Update the plugin or the host, or correct the range once the plugin works with this SDK.',
  },
  dependency_missing: {
    severity: 'error',
    title: 'Required plugin missing',
    cause: 'A plugin named in `atrium.requires` is in no plugin directory.',
    fix: 'Install it, or take it out of `requires`.',
  },
  dependency_version: {
    severity: 'error',
    title: 'Required plugin in another version',
    cause: 'A plugin named in `atrium.requires` is there in a version outside the range asked for.',
    fix: 'Install a version within the range, or correct the range.',
  },
  dependency_inactive: {
    severity: 'error',
    title: 'Required plugin not active',
    cause: 'A plugin named in `atrium.requires` is there, but it is not active, or waits for others itself.',
    fix: 'Activate it; the plugin that requires it is activated by itself then.',
  },
  dependency_failed: {
    severity: 'error',
    title: 'Required plugin failed',
    cause: 'A plugin named in `atrium.requires` could not be loaded.',
    fix: 'Repair it; the plugin that requires it is activated by itself then.',
  },
  dependency_cycle: {
    severity: 'error',
    title: 'Plugins require each other',
    cause: 'Following `atrium.requires` leads back to the plugin itself, so that none of them could be first.',
    fix: 'Take one of the requirements out; plugins may also meet through events and `contribute`.',
  },
  dependants_unsatisfied: {
    severity: 'error',
    title: 'Version that others cannot use',
    cause: 'The new version is outside the range that active plugins ask for.',
    fix: 'Update those plugins first, or deactivate them.',
  },
  safe_mode: {
    severity: 'warning',
    title: 'Held back by safe mode',
    cause: 'The host was started with `ATRIUM_SAFE_MODE=1`, so it activates no plugin by itself.',
    fix: 'Activate the plugin by hand, or start the host without `ATRIUM_SAFE_MODE`.',
  },
})
