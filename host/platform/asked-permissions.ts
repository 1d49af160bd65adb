import { covers } from '../core/auth/index.ts'
import { type Registries, requiredPermissions } from '../core/registries/index.ts'

/** The permissions that active plugins and the platform require. */
export interface AskedPermissions {
  readonly asked: ReadonlySet<string>
  /** Those that a permission covers, possibly with `*`. */
  covered(permission: string): readonly string[]
}

const known = new WeakMap<ReadonlySet<string>, AskedPermissions>()

/** Remembers what is covered while the same permissions are required, because each explanation compares all roles with them. */
export function askedPermissions(registries: Registries): AskedPermissions {
  const asked = requiredPermissions(registries)
  const former = known.get(asked)
  if (former !== undefined) return former
  const byPermission = new Map<string, readonly string[]>()
  const covered = (permission: string) => {
    const found = byPermission.get(permission) ?? [...asked].filter((each) => covers(permission, each))
    byPermission.set(permission, found)
    return found
  }
  const present = { asked, covered }
  known.set(asked, present)
  return present
}
