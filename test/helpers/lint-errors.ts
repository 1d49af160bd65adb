import { createConfig, lintFromString } from '@redocly/openapi-core'

/** The errors that Redocly finds in an OpenAPI document, with its minimal rules: structure, references and types. */
export async function lintErrors(document: object): Promise<string[]> {
  const config = await createConfig({
    extends: ['minimal'],
    rules: { struct: 'error', 'no-unresolved-refs': 'error', 'no-invalid-media-type-examples': 'error' },
  })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)
}
