import { usePanel } from '../screen/panel-context.ts'

/** The permissions that the shell's own screens need. Documents name those of plugins' screens. */
export const PERMISSIONS = {
  seePlugins: 'platform.plugins.view',
  managePlugins: 'platform.plugins.manage',
  preview: 'platform.preview.view',
  explain: 'platform.explain.view',
  readApi: 'platform.openapi.view',
  /** To share views and dashboards, and to change shared ones. */
  share: 'platform.views.share',
} as const

/** Returns whether the person has a permission. */
export function useMay(permission: string): boolean {
  return isPermitted(usePanel().session.permissions, permission)
}

/** Returns a function that keeps the items the person may see or do. Items without a permission are for everybody. */
export function usePermitted() {
  const { permissions } = usePanel().session
  return <Item extends { permission?: string }>(items: readonly Item[]): Item[] =>
    items.filter((item) => isPermitted(permissions, item.permission))
}

/**
 * Whether one of the granted permissions covers the wanted one. `*` matches one segment; as the last segment, everything below; as the
 * first of several, any plugin but not the platform.
 * This only decides what the shell offers: the host checks every request.
 */
export function isPermitted(granted: readonly string[], wanted: string | undefined): boolean {
  return wanted === undefined || granted.some((permission) => covers(permission.split('.'), wanted.split('.')))
}

function covers(pattern: readonly string[], wanted: readonly string[]): boolean {
  if (pattern[0] === '*' && pattern.length > 1 && wanted[0] === 'platform') return false
  if (pattern.at(-1) === '*' && wanted.length >= pattern.length)
    return covers(pattern.slice(0, -1), wanted.slice(0, pattern.length - 1))
  return pattern.length === wanted.length && pattern.every((part, at) => part === '*' || part === wanted[at])
}
