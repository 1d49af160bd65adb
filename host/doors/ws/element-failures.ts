import { type Static, Type } from '@atrium/sdk'
import type { Registries } from '../../core/registries/index.ts'

/** What the element was doing, as a finding says it. */
const WORDS = {
  load: 'could not be loaded',
  mount: 'threw an error when it was mounted',
  update: 'threw an error when it was updated',
  work: 'threw an error in an event handler, a timer or a promise',
  unmount: 'threw an error when it was removed',
} as const

/**
 * The message of a page on which an element of a plugin has failed. It says nothing of the error, which may contain what people have
 * entered, and could otherwise be used to write to operators.
 */
export const ELEMENT_FAILED = Type.Object(
  {
    plugin: Type.String({ maxLength: 120 }),
    element: Type.String({ maxLength: 64 }),
    path: Type.String({ maxLength: 200 }),
    during: Type.Enum(Object.keys(WORDS) as (keyof typeof WORDS)[]),
  },
  { additionalProperties: false },
)

/** Counts the failure among the plugin's findings, if the generation that serves has the element in this module. */
export function noteElementFailure(
  { plugin, element, path, during }: Static<typeof ELEMENT_FAILED>,
  registries: Pick<Registries, 'elementsOf' | 'findings'>,
): void {
  const file = registries.elementsOf(plugin)
  if (file?.path !== path || !file.names.includes(element)) return
  registries.findings.report({
    ...{ plugin, code: 'element_failed', work: `element ${element}` },
    message: `The element [${element}] ${WORDS[during]} in somebody’s browser. The page shows a notice in its place.`,
  })
}
