/** Says what has become of a module, by the code of the host's reason. */
export function goneTitle(module: string, code: string | undefined): string {
  switch (code) {
    case 'plugin_inactive':
    case 'panel_not_found':
      return `${module} was deactivated`
    case 'plugin_activating':
      return `${module} is being started`
    case 'plugin_failed':
      return `${module} could not be started`
    default:
      return `${module} is not here any more`
  }
}
