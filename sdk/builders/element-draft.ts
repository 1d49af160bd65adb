import { DeclarationError } from '../declaration/declaration-error.ts'
import { shown_argument } from '../declaration/require.ts'
import { ELEMENT_NAME } from '../documents/element.ts'

/** An element of the plugin's own module, as declared. */
export interface ElementDraft {
  readonly element: string
  readonly options?: Readonly<Record<string, unknown>>
}

const NAME = new RegExp(ELEMENT_NAME)

/**
 * Returns the element and its options, or throws `argument_invalid` at the author's call.
 * @param written how the call begins, for messages: `element('stars', `
 */
export function element_draft(
  written: string,
  element: string,
  options: Readonly<Record<string, unknown>> | undefined,
): ElementDraft {
  if (typeof element !== 'string' || !NAME.test(element))
    throw new DeclarationError(
      'argument_invalid',
      `[${written}${shown_argument(element)})] requires the name of an export.`,
      { fix: `Name a function that the module of \`atrium.elements\` exports: [${written}'rating')].` },
    )
  if (options !== undefined && !is_object(options)) throw not_json(written, element, options)
  if (options === undefined) return { element }
  const wrong = Object.entries(options).find(([, value]) => !is_json(value))
  if (wrong !== undefined) throw not_json(written, element, { [wrong[0]]: String(wrong[1]) })
  return { element, options }
}

const not_json = (written: string, element: string, options: unknown) =>
  new DeclarationError(
    'argument_invalid',
    `The options of [${written}'${element}', …)] are [${shown_argument(options)}], which is not an object of JSON values.`,
    { fix: 'Use texts, numbers, booleans, lists and plain objects: the options are sent to the browser.' },
  )

const is_object = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)

function is_json(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value)
  if (Array.isArray(value)) return value.every(is_json)
  return is_object(value) && Object.values(value).every(is_json)
}
