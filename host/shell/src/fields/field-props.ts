import type { Field, JsonSchema, LayoutNode } from '@atrium/sdk/documents'
import type { ComponentType } from 'react'

/** What the renderer of a field is given. Values are as the host gets them; `undefined` is none. */
export interface FieldProps<Kind extends Field['kind'] = Field['kind']> {
  field: Extract<Field, { kind: Kind }>
  name: string
  /** What the form's schema says about the value. */
  schema: JsonSchema
  value: unknown
  error: string | undefined
  isRequired: boolean
  isDisabled: boolean
  onChange: (value: unknown) => void
  /** Lays out fields that stand inside of this one. */
  Layout: ComponentType<{ nodes: readonly LayoutNode[] }>
}

/** One renderer for each kind of field: a kind without one does not compile. */
export type FieldRenderers = { [Kind in Field['kind']]: ComponentType<FieldProps<Kind>> }

/** What all inputs of Mantine are told of a field in the same way. */
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
