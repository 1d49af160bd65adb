import { DeclarationError } from '../declaration/declaration-error.ts'

const SEGMENT = /^([A-Za-z0-9._~-]+|\{[A-Za-z_][A-Za-z0-9_]*\})$/

/** Returns the path of a route, or throws `path_invalid` at the author's call. */
export function require_route_path<Path extends string>(path: Path, { record = false } = {}): Path {
  const segments = String(path).split('/').slice(1)
  const valid =
    path === '/' ? !record : String(path).startsWith('/') && segments.every((segment) => SEGMENT.test(segment))
  if (!valid || (record && !isRecordPath(segments))) throw invalid(path, record)
  const names = segments.filter((segment) => segment.startsWith('{'))
  if (new Set(names).size < names.length) throw invalid(path, record)
  return path
}

const isRecordPath = (segments: readonly string[]) => segments.length > 1 && segments.at(-1)?.startsWith('{') === true

function invalid(path: string, record: boolean): DeclarationError {
  const fix = record
    ? "Write the path of one record, which ends in its id: '/items/{item_id}'."
    : "Write a path below the plugin's own, its parameters in braces and each named once: '/items/{item_id}/price'."
  return new DeclarationError('path_invalid', `[${path}] cannot be the path of a route.`, { fix })
}
