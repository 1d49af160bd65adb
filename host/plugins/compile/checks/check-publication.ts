import type { Publication, Registries } from '../../../core/registries/index.ts'
import type { Finding } from './finding.ts'
import type { Declared } from '../declared-names.ts'
import { invalidDocuments } from '../invalid-documents.ts'
import { namesTakenByOthers, panelsNotThere } from '../../generation/check-against-host.ts'

/** What a plugin would publish, and the names that it takes with it. */
export interface CheckedPublication {
  readonly publication: Publication
  readonly declared: readonly Declared[]
}

/**
 * Holds a publication against what others have published and what is configured (design section 5). Documents are validated by
 * their own schemas.
 */
export function checkPublication(
  owner: string,
  { publication, declared }: CheckedPublication,
  registries: Registries,
): Finding[] {
  return [
    ...panelsNotThere(declared, registries),
    ...namesTakenByOthers(owner, declared, registries),
    ...invalidDocuments(publication, declared),
  ]
}
