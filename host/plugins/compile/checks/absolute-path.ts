/** A path that begins with `/api/` is absolute, any other is appended to `api_base` (design section 4). */
export const absolutePath = (path: string, base = ''): string => (path.startsWith('/api/') ? path : `${base}${path}`)
