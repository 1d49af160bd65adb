type Json = Record<string, unknown>

/** Merges as RFC 7396 says: objects member by member, `null` removes, anything else replaces. Changes neither. */
export function merge_patch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged: Json = isObject(target) ? { ...target } : {}
  for (const [name, value] of Object.entries(patch)) {
    if (value === null || value === undefined) delete merged[name]
    else merged[name] = merge_patch(merged[name], value)
  }
  return merged
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
