import type { Field, JsonSchema, RelationTarget } from '@atrium/sdk/documents'
import { Fragment } from 'react'
import {
  BooleanValue,
  DateValue,
  DatetimeValue,
  FileValue,
  MoneyValue,
  NumberValue,
  RelationValue,
  TagsValue,
  TextValue,
} from '../values/value-kinds.tsx'
import { optionLabel } from '../values/as-text.ts'
import { ColorValue, JsonValue } from '../values/drawn-values.tsx'
import { isEmpty } from '../form/form-values.ts'
import type { FieldSet } from '../form/field-set.ts'
import { fieldSchema, itemsOf } from '../form/field-set.ts'

interface FieldValueProps {
  field: Field | undefined
  /** The schema of the field; only the `format` of a text matters here. */
  schema?: JsonSchema
  value: unknown
}

/** The value of a field, read-only. */
export function FieldValue({ field, schema = {}, value }: FieldValueProps) {
  switch (field?.kind) {
    case 'number':
      return <NumberValue value={value} />
    case 'money':
      return <MoneyValue value={value} currency={field.currency} />
    case 'select':
      return field.multiple ? (
        <TagsValue value={Array.isArray(value) ? value.map((each) => optionLabel(field.options, each)) : undefined} />
      ) : (
        <TextValue value={value} options={field.options} />
      )
    case 'color':
      return <ColorValue value={value} />
    case 'json':
    case 'key_value':
      return <JsonValue value={value} />
    case 'tags':
    case 'choices':
    case 'comparison':
      return <TagsValue value={value} />
    case 'toggle':
      return <BooleanValue value={value} />
    case 'date':
      return <DateValue value={value} />
    case 'datetime':
    case 'slot':
      return <DatetimeValue value={value} />
    case 'file':
      return <FileValue value={value} />
    case 'relation':
      return <RelatedValues value={value} relation={field.relation} />
    case 'repeater':
      return itemsOf(value).length === 0 ? (
        <TextValue value={undefined} />
      ) : (
        itemsOf(value).map((item, index) => (
          <ItemValue key={index} set={{ schema: itemSchema(schema), fields: field.fields }} item={item} />
        ))
      )
    default:
      return <TextValue value={value} format={schema.format} />
  }
}

/** The title of the related record, or of each. */
function RelatedValues({ value, relation }: { value: unknown; relation: RelationTarget }) {
  const values: readonly unknown[] =
    Array.isArray(value) && value.length > 0 ? value : [Array.isArray(value) ? null : value]
  return values.map((each, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      <RelationValue value={each} relation={relation} siblings={values} />
    </Fragment>
  ))
}

/** One object of a list, on one line. */
function ItemValue({ set, item }: { set: FieldSet; item: Readonly<Record<string, unknown>> }) {
  const given = Object.entries(set.fields).filter(([name]) => !isEmpty(item[name]))
  return (
    <div>
      {given.map(([name, field], index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          <FieldValue field={field} schema={fieldSchema(set, name)} value={item[name]} />
        </Fragment>
      ))}
    </div>
  )
}

const itemSchema = ({ items }: JsonSchema): JsonSchema => (items ?? {}) as JsonSchema
