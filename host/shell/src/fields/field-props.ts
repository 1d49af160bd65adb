import type { Field, JsonSchema, LayoutNode } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'

/** The props of a renderer of fields. Values have the shape that the host expects; `undefined` is no value. */
export interface FieldProps<Kind extends Field['kind'] = Field['kind']> {
  field: Extract<Field, { kind: Kind }>
  name: string
  /** The schema of the value. */
  schema: JsonSchema
  value: unknown
  error: string | undefined
  isRequired: boolean
  isDisabled: boolean
  onChange: (value: unknown) => void
  /** Lays out fields inside this one. */
  Layout: ComponentType<{ nodes: readonly LayoutNode[] }>
}

/** One renderer for each kind of field: a kind without one does not compile. */
export type FieldRenderers = { [Kind in Field['kind']]: ComponentType<FieldProps<Kind>> }

/** Whether a choice can be taken back. Without a value, a field with a default would get that again. */
export const mayBeLeftOut = ({ isRequired, schema }: Pick<FieldProps, 'isRequired' | 'schema'>): boolean =>
  !isRequired && schema.default === undefined

/** The props that all inputs of Mantine take from a field. */
export function inputProps<Kind extends Field['kind']>({
  field,
  name,
  error,
  isRequired,
  isDisabled,
}: FieldProps<Kind>) {
  return {
    name,
    label: field.label,
    description: field.description,
    placeholder: field.placeholder,
    error,
    required: isRequired,
    disabled: isDisabled,
  }
}
