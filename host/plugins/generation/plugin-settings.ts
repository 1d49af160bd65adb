import { origin_of, type Origin } from '@atrium/sdk/host'
import { type Finding, knownNames } from '../compile/checks/finding.ts'
import type { PluginManifest } from '../manifest/plugin-manifest.ts'
import type { GenerationScope } from './generation-scope.ts'

/** `context.settings` of one generation, and the undeclared settings that the plugin read while it was staged. */
export interface PluginSettings {
  readonly settings: Readonly<Record<string, unknown>>
  /** Returns the undeclared settings that were read since the last call. */
  takeUnknown(): Finding[]
}

/**
 * Makes settings that report a read of an undeclared one, with the author's line. Only the prototype detects that: the object itself stays
 * an ordinary one, which can be spread, compared, cloned and written as JSON.
 */
export function pluginSettings(
  { id, settings: schema }: PluginManifest,
  settings: Record<string, unknown>,
  scope: GenerationScope,
): PluginSettings {
  const declared = schema && namesIn(schema)
  if (declared === undefined) return { settings: Object.freeze({ ...settings }), takeUnknown: () => [] }
  const unknown = new Map<string, Finding>()
  const tell = (finding: Finding) => scope.report({ ...finding, work: 'settings', at: finding.origin })
  const note = (name: string) => {
    const finding = settingUnknown(id, name, { declared, origin: origin_of(note) })
    if (scope.isCommitted) tell(finding)
    else unknown.set(name, finding)
  }
  // The undeclared settings that `health` read.
  scope.whenCommitted(() => takeUnknown().forEach(tell))
  const prototype = noticing((name) => {
    if (!declared.includes(name)) note(name)
  })
  return { settings: Object.freeze(Object.assign(Object.create(prototype) as object, settings)), takeUnknown }

  function takeUnknown(): Finding[] {
    const taken = [...unknown.values()]
    unknown.clear()
    return taken
  }
}

/** Keywords by which a schema may allow names that it does not list as `properties`. */
const OPEN = ['patternProperties', 'allOf', 'anyOf', 'oneOf', 'if', '$ref', 'dependentSchemas'] as const

/** The names that a schema declares. Undefined if it may allow others. */
function namesIn(schema: Record<string, unknown>): readonly string[] | undefined {
  const isOpen = OPEN.some((keyword) => keyword in schema) || Boolean(schema.additionalProperties)
  return isOpen ? undefined : Object.keys(schema.properties ?? {})
}

/** Names that JavaScript itself reads from every object: for `await` and JSON. */
const ASKED_OF_ALL = new Set(['then', 'toJSON'])

/** A prototype like that of every object, which also reports reads of other members. */
const noticing = (notice: (name: string) => void): object =>
  new Proxy(Object.prototype, {
    get: (target, name, receiver) => {
      if (typeof name === 'string' && !(name in target) && !ASKED_OF_ALL.has(name)) notice(name)
      return Reflect.get(target, name, receiver) as unknown
    },
  })

const settingUnknown = (
  plugin: string,
  name: string,
  { declared, origin }: { declared: readonly string[]; origin: Origin },
): Finding => ({
  code: 'setting_unknown',
  message: `The plugin [${plugin}] reads the setting [${name}], which its package.json does not declare. It is undefined.`,
  fix: `${knownNames(name, declared)} Or declare it in [atrium.settings.properties].`,
  origin,
})
