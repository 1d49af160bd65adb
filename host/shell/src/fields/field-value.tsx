import type { Field } from '@atrium/sdk/documents'
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
import { isEmpty } from '../form/form-values.ts'
import { itemsOf } from '../form/field-set.ts'

/** The value of a field to be read, not typed. */
export function FieldValue({ field, value }: { field: Field | undefined; value: unknown }) {
  switch (field?.kind) {
    case 'number':
      return <NumberValue value={value} />
    case 'money':
      return <MoneyValue value={value} currency={field.currency} />
    case 'select':
      return <TextValue value={value} options={field.options} />
    case 'tags':
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
      return <RelationValue value={value} relation={field.relation} siblings={[value]} />
    case 'repeater':
      return itemsOf(value).length === 0 ? (
        <TextValue value={undefined} />
      ) : (
        itemsOf(value).map((item, index) => <ItemValue key={index} fields={field.fields} item={item} />)
      )
    default:
      return <TextValue value={value} />
  }
}

/** One object of a list in a line. */
function ItemValue({
  fields,
  item,
}: {
  fields: Readonly<Record<string, Field>>
  item: Readonly<Record<string, unknown>>
}) {
  const said = Object.entries(fields).filter(([name]) => !isEmpty(item[name]))
  return (
    <div>
      {said.map(([name, field], index) => (
        <Fragment key={name}>
          {index > 0 && ' · '}
          <FieldValue field={field} value={item[name]} />
        </Fragment>
      ))}
    </div>
  )
}
