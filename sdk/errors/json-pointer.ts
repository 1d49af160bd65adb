/** A JSON Pointer (RFC 6901) to a member: `pointer_to('mapping', 'a/b')` → `/mapping/a~1b`. Without names, it points at the whole. */
export const pointer_to = (...names: readonly (string | number)[]): string =>
  names.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

/** The name that one step of a JSON Pointer stands for: `a~1b` → `a/b`. */
export const name_of_step = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')
