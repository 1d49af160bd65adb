import type { JsonSchema, PluginSettings } from '@atrium/sdk/documents'
import type { TObject } from 'typebox'
import { fieldsOf } from '../../compile/widgets/field-info.ts'
import { formNodes, makeFormBody, makeForm } from '../../compile/widgets/make-form-body.ts'
import type { PluginManifest } from '../../manifest/plugin-manifest.ts'
import { withDefaults } from '../../generation/check-settings.ts'
import { isObject } from '../../manifest/read-package-json.ts'
import type { Settings } from './plugin-decisions.ts'

/** Valid names of inputs. Settings with other names can only be changed through the API. */
const FIELD_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/

/** The settings in force with defaults and without secrets, and a form for those that have an input. */
export function settingsDocument({ id, settings = {} }: PluginManifest, values: Settings): PluginSettings {
  const schema = submittedSchema(settings)
  const fields = new Map([...fieldsOf(schema)].filter(([name]) => FIELD_NAME.test(name)))
  const resource = { id: `${id}-settings`, fields }
  const body = makeFormBody(formNodes({ origin: {} }, resource), { resource, report: () => undefined })
  const submit = { method: 'PUT', path: `/api/v1/plugins/${id}/settings` } as const
  const form = makeForm(body, 'edit', { resource, schema: schema as unknown as JsonSchema, submit })
  const inForce = withDefaults(settings, values)
  return { plugin: id, form, values: withoutSecrets(settings, inForce), secrets_set: secretsIn(settings, inForce) }
}

/** Settings that are not sent stay unchanged, so that secrets need not be entered again. */
function submittedSchema(settings: JsonSchema): TObject {
  const { properties = {}, required = [] } = settings as Partial<TObject>
  const demanded = required.filter((name) => !isSecret(properties[name]))
  return { ...settings, type: 'object', properties, required: demanded } as unknown as TObject
}

/** Whether a setting can be written but not read, such as a password or a key. */
const isSecret = (schema: unknown): boolean => isObject(schema) && schema.writeOnly === true

/** A stored setting that the schema does not declare may have been a secret of a former version. */
function isHidden({ properties, patternProperties, additionalProperties }: JsonSchema, name: string): boolean {
  if (!isObject(properties)) return false
  return name in properties ? isSecret(properties[name]) : !patternProperties && !additionalProperties
}

/** Settings without the members that their schema marks `writeOnly`, at any depth. */
function withoutSecrets(schema: JsonSchema, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  const shown = Object.entries(values).filter(([name]) => !isHidden(schema, name))
  return Object.fromEntries(shown.map(([name, value]) => [name, shownValue(properties[name], value)]))
}

function shownValue(schema: unknown, value: unknown): unknown {
  if (!isObject(schema)) return value
  if (Array.isArray(value)) return value.map((each: unknown) => shownValue(schema.items, each))
  return isObject(value) ? withoutSecrets(schema, value) : value
}

/** The names of the secrets that have a value, those below objects with dots. */
function secretsIn(schema: JsonSchema, values: Readonly<Record<string, unknown>>): string[] {
  const properties = (schema.properties ?? {}) as Record<string, unknown>
  return Object.entries(values).flatMap(([name, value]) => {
    const property = properties[name]
    if (isHidden(schema, name)) return [name]
    if (!isObject(property) || !isObject(value) || Array.isArray(value)) return []
    return secretsIn(property, value).map((inner) => `${name}.${inner}`)
  })
}

/** Settings as text, to compare them. Undefined if they cannot be read, so that they differ from those that can. */
export function settingsText(read: () => unknown): string | undefined {
  try {
    return JSON.stringify(read())
  } catch {
    return undefined
  }
}
