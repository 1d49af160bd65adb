import type { CollectedStore, Origin, ResourceDraft } from '@atrium/sdk/host'
import type { Report } from './finding.ts'

interface Foreign {
  /** The type of its value. Others may be right: `required` lists members in JSON Schema. */
  readonly type: 'boolean' | 'number' | 'string'
  readonly fix: string
}

const LIMIT_FIX = {
  min: 'Write [minimum] for numbers, [minLength] for texts, or [minItems] for lists.',
  max: 'Write [maximum] for numbers, [maxLength] for texts, or [maxItems] for lists.',
}

/** Keywords that authors know from other libraries, and where what they mean is declared here. */
const FOREIGN: ReadonlyMap<string, Foreign> = new Map([
  ['required', { type: 'boolean', fix: 'Remove it: a field is required unless it is [Type.Optional(…)].' }],
  ['optional', { type: 'boolean', fix: 'Write [Type.Optional(…)] around the schema of the field.' }],
  [
    'nullable',
    {
      type: 'boolean',
      fix: 'Write [Type.Optional(…)] around the schema of the field: it may then have no value.',
    },
  ],
  [
    'unique',
    {
      type: 'boolean',
      fix: "Make the index in a migration: [table.string('number', 20).unique()]. A second record with the same value is refused.",
    },
  ],
  ['label', { type: 'string', fix: "Write [title: '…'], or [label('…')] at the column or field of a screen." }],
  ['min', { type: 'number', fix: LIMIT_FIX.min }],
  ['max', { type: 'number', fix: LIMIT_FIX.max }],
])

interface Declared {
  readonly resources: readonly ResourceDraft[]
  readonly stores: readonly CollectedStore[]
}

/**
 * Reports keywords of other libraries in the records of resources and stores, once for each field. JSON Schema ignores them, so they do no
 * harm: the plugin is loaded.
 */
export function reportForeignKeywords({ resources, stores }: Declared, report: Report): void {
  const seen = new WeakSet<object>()
  const reportIn = (record: object, origin: Origin | undefined) => {
    for (const { who, schema } of fieldsIn(record, seen)) {
      const message = (keyword: string) => `${who} of a record has the keyword [${keyword}], which has no effect.`
      for (const [keyword, { type, fix }] of FOREIGN)
        if (typeof schema[keyword] === type)
          report({ code: 'keyword_without_effect', message: message(keyword), fix, ...(origin && { origin }) })
    }
  }
  for (const { record, record_origin, origin } of resources) if (record) reportIn(record, record_origin ?? origin)
  for (const { schema, table } of stores) reportIn(schema, table?.origin)
}

type Schema = Readonly<Record<string, unknown>>

interface NamedSchema {
  readonly who: string
  readonly schema: Schema
}

/** The schemas of fields, and of the members inside them. Each is looked at once, because a record is that of a resource and of its store. */
function fieldsIn(record: object, seen: WeakSet<object>): NamedSchema[] {
  return membersOf(record).flatMap(([name, schema]) => withMembers({ who: `The field [${name}]`, schema }, seen))
}

function withMembers({ who, schema }: NamedSchema, seen: WeakSet<object>): NamedSchema[] {
  if (seen.has(schema)) return []
  seen.add(schema)
  const { items, anyOf } = schema
  const parts = [items, ...(Array.isArray(anyOf) ? (anyOf as unknown[]) : [])].filter(isSchema)
  const members = [schema, ...parts].flatMap(membersOf)
  const whole = who.replace(/^The /, 'the ')
  const inner = members.map(([name, member]) => ({ who: `The member [${name}] of ${whole}`, schema: member }))
  const each = isSchema(items) ? [{ who: `Each item of ${whole}`, schema: items }] : []
  return [{ who, schema }, ...each, ...inner.flatMap((member) => withMembers(member, seen))]
}

const membersOf = (schema: object): [string, Schema][] =>
  Object.entries((schema as Schema).properties ?? {}).filter((entry): entry is [string, Schema] => isSchema(entry[1]))

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null
