import { Dashboard, FormDefinition, ModuleManifest, ResourceDefinition } from '@atrium/sdk/documents'
import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TSchema } from 'typebox'
import type { Publication } from '../../registries/publication.ts'
import type { Finding } from '../documents/finding.ts'

/** Compiled plainly: to optimize code that runs once a load costs five times what it takes, a fifth of the host's start. */
const ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false, code: { optimize: false } })
const validators = new Map<TSchema, ValidateFunction>()

/** Compiled at the first use: a host without plugins never pays for it. */
function validatorOf(schema: TSchema): ValidateFunction {
  const validator = validators.get(schema) ?? ajv.compile(schema)
  validators.set(schema, validator)
  return validator
}

/** Validates every document by its own schema (spec, "What registration does"). */
export function invalidDocuments({ manifests, dashboards, forms, resources }: Publication): Finding[] {
  return [
    ...manifests.flatMap((manifest) => findings(ModuleManifest, manifest.module_id, manifest)),
    ...dashboards.flatMap((dashboard) => findings(Dashboard, dashboard.id, dashboard)),
    ...forms.flatMap((form) => findings(FormDefinition, form.id, form)),
    ...resources.flatMap((resource) => findings(ResourceDefinition, resource.id, resource)),
  ]
}

function findings(schema: TSchema, id: string, document: unknown): Finding[] {
  const validate = validatorOf(schema)
  if (validate(document)) return []
  return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message }) => ({
    code: 'document_invalid',
    message: `The document [${id}] is not valid at [${instancePath || '/'}]: it ${message}.`,
    fix: 'Correct the declaration that this part was made from.',
    document: id,
  }))
}
