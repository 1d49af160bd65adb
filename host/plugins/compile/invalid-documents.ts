import { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import type { TSchema } from 'typebox'
import type { Publication } from '../../core/registries/index.ts'
import type { Finding } from './checks/finding.ts'
import type { Declared, DeclaredKind } from './declared-names.ts'
import { documentProblems } from './checks/document-problems.ts'
import { hashOfSchema } from './checks/document-validators.ts'

/** What determines the result of `invalidDocuments`. */
export const checkedDocuments = ({ manifests, dashboards, forms, resources }: Publication): readonly unknown[] => [
  ...[ModuleManifest, Dashboard, FormDefinition, ResourceDefinition].map(hashOfSchema),
  ...[manifests, dashboards, forms, resources],
]

/** Validates every document by its schema (spec, "What registration does"). Findings point to the call that declared the document. */
export function invalidDocuments(
  { manifests, dashboards, forms, resources }: Publication,
  declared: readonly Declared[],
): Finding[] {
  const madeBy = (kind: DeclaredKind, id: string) => declared.find((name) => name.kind === kind && name.id === id)
  return [
    ...manifests.flatMap((each) =>
      findings(ModuleManifest, each, {
        id: each.module_id,
        by: madeBy('module', `${each.panel_id}/${each.module_id}`),
      }),
    ),
    ...dashboards.flatMap((each) => findings(Dashboard, each, { id: each.id, by: madeBy('dashboard', each.id) })),
    ...forms.flatMap((each) =>
      findings(FormDefinition, each, { id: each.id, by: madeBy('resource', each.resource_id) }),
    ),
    ...resources.flatMap((each) =>
      findings(ResourceDefinition, each, { id: each.id, by: madeBy('resource', each.id) }),
    ),
  ]
}

function findings(schema: TSchema, document: unknown, { id, by }: { id: string; by: Declared | undefined }): Finding[] {
  return documentProblems(schema, document).map(({ pointer, message }) => ({
    code: 'document_invalid',
    message: `The document [${id}] is not valid: [${pointer || '/'}] ${message}.`,
    fix: 'Correct the declaration of this part.',
    document: id,
    ...(by && { origin: by.origin }),
  }))
}
