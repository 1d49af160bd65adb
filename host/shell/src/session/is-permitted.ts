/**
 * Whether one of the granted permissions covers the wanted one. `*` stands for one segment, and as the last one for all below.
 * Only decides what is offered: the host decides what is done.
 */
export function isPermitted(granted: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || granted.some((permission) => covers(permission.split('.'), wanted.split('.')))
}

function covers(pattern: readonly string[], wanted: readonly string[]): boolean {
  if (pattern.at(-1) === '*' && wanted.length >= pattern.length)
    return covers(pattern.slice(0, -1), wanted.slice(0, pattern.length - 1))
  return pattern.length === wanted.length && pattern.every((part, at) => part === '*' || part === wanted[at])
}
