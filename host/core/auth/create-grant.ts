/**
 * Makes the question whether a permission is among those granted. `*` stands for one segment, and as the last one for everything
 * below: `clients.*` grants `clients.notes.view`, `*` grants all. The shell reads them the same way.
 */
export function createGrant(granted: readonly string[]): (permission: string) => boolean {
  if (granted.includes('*')) return () => true
  const exact = new Set(granted)
  const patterns = granted.filter((permission) => permission.includes('*')).map(toPattern)
  return (permission) => exact.has(permission) || patterns.some((pattern) => pattern.test(permission))
}

function toPattern(permission: string): RegExp {
  const segments = permission.split('.')
  const parts = segments.map((segment, at) => {
    if (segment === '*') return at === segments.length - 1 ? '.+' : '[^.]+'
    return segment.replace(/[^\w-]/g, '\\$&')
  })
  return new RegExp(`^${parts.join('\\.')}$`)
}
