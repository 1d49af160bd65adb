import { catalogue } from './catalogued-diagnostic.ts'

/** Problems with the versions and plugins that a plugin requires, or with the plugins that require it. */
export const DEPENDENCY_DIAGNOSTICS = catalogue({
  sdk_version: {
    severity: 'error',
    title: 'SDK version not supported',
    cause: 'The host’s version of `@atrium/sdk` is outside the range in the plugin’s `package.json`.',
    fix: 'Update the plugin or the host. If the plugin works with this SDK, extend the range.',
  },
  dependency_missing: {
    severity: 'error',
    title: 'Required plugin missing',
    cause: 'A plugin that `atrium.requires` names is not in any plugin directory.',
    fix: 'Install the plugin, or remove it from `requires`.',
  },
  dependency_version: {
    severity: 'error',
    title: 'Required plugin has the wrong version',
    cause: 'The installed version of a plugin that `atrium.requires` names is outside the requested range.',
    fix: 'Install a version within the range, or correct the range.',
  },
  dependency_inactive: {
    severity: 'error',
    title: 'Required plugin not active',
    cause:
      'A plugin that `atrium.requires` names is installed, but it is not active or is itself waiting for other plugins.',
    fix: 'Activate the required plugin. The host then activates the plugin that requires it.',
  },
  dependency_failed: {
    severity: 'error',
    title: 'Required plugin failed',
    cause: 'A plugin that `atrium.requires` names could not be loaded.',
    fix: 'Repair the required plugin. The host then activates the plugin that requires it.',
  },
  dependency_cycle: {
    severity: 'error',
    title: 'Plugins require each other',
    cause:
      'The chain of `atrium.requires` leads back to the plugin itself, so none of the plugins can be activated first.',
    fix: 'Remove one of the requirements. Plugins can also work together through events and `contribute`.',
  },
  dependants_unsatisfied: {
    severity: 'error',
    title: 'Version not accepted by other plugins',
    cause: 'The new version is outside the range that active plugins require.',
    fix: 'First update or deactivate those plugins.',
  },
  dependency_stale: {
    severity: 'warning',
    title: 'Upgraded package not running',
    cause:
      'A package in the plugin’s `node_modules` was upgraded while the host runs. Node keeps the version that it imported first. Only the plugin’s own files are loaded again.',
    fix: 'Restart the host to run the installed version.',
  },
  safe_mode: {
    severity: 'warning',
    title: 'Not activated in safe mode',
    cause: 'The host was started with `ATRIUM_SAFE_MODE=1`, so it does not activate plugins automatically.',
    fix: 'Activate the plugin manually, or start the host without `ATRIUM_SAFE_MODE`.',
  },
})
