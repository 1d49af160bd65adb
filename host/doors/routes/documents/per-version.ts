import type { Registries } from '../../../core/registries/index.ts'

/** Makes something once under a name, until the registries change. What comes to nothing is not kept: anybody may ask for anything. */
export type Once = <Made extends object | undefined>(name: string, make: () => Made) => Made

/** Keeps what is derived from the registries for as long as they stay as they are. */
export function perVersion(registries: Registries): Once {
  const kept = new Map<string, object>()
  let version = registries.version
  return <Made extends object | undefined>(name: string, make: () => Made): Made => {
    if (version !== registries.version) kept.clear()
    version = registries.version
    const known = kept.get(name)
    if (known !== undefined) return known as Made
    const made = make()
    if (made !== undefined) kept.set(name, made)
    return made
  }
}
