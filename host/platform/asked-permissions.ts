import { covers } from '../core/auth/index.ts'
import { permissionsOf, type Registries } from '../core/registries/index.ts'

/** The permissions that active plugins and the platform require. */
export interface AskedPermissions {
  readonly asked: ReadonlySet<string>
  /** Those that a permission covers, possibly with `*`. */
  covered(permission: string): readonly string[]
}

const known = new WeakMap<Registries, AskedPermissions & { readonly version: number }>()

/** Computes them once per version of the registries, because each explanation compares all roles with them. */
export function askedPermissions(registries: Registries): AskedPermissions {
  const { version, operations } = registries
  const former = known.get(registries)
  if (former?.version === version) return former
  const asked = new Set(operations.list().flatMap(permissionsOf))
  const byPermission = new Map<string, readonly string[]>()
  const covered = (permission: string) => {
    const found = byPermission.get(permission) ?? [...asked].filter((each) => covers(permission, each))
    byPermission.set(permission, found)
    return found
  }
  const present = { version, asked, covered }
  known.set(registries, present)
  return present
}
