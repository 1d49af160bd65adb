import { lazy } from 'react'
import type { FieldRenderers } from './field-props.ts'
import { MoneyField } from './money-field.tsx'
import { NumberField } from './number-field.tsx'
import { RelationField } from './relation-field.tsx'
import { SelectField } from './select-field.tsx'
import { TextField } from './text-field.tsx'
import { TextareaField } from './textarea-field.tsx'
import { ToggleField } from './toggle-field.tsx'

/** The renderers of fields. What is heavy or rare comes when a form has one. */
export const fields: FieldRenderers = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  money: MoneyField,
  select: SelectField,
  tags: lazy(() => import('./tags-field.tsx').then((module) => ({ default: module.TagsField }))),
  toggle: ToggleField,
  date: lazy(() => import('./date-field.tsx').then((module) => ({ default: module.DateField }))),
  datetime: lazy(() => import('./datetime-field.tsx').then((module) => ({ default: module.DatetimeField }))),
  relation: RelationField,
  slot: lazy(() => import('./slot-field.tsx').then((module) => ({ default: module.SlotField }))),
  repeater: lazy(() => import('./repeater-field.tsx').then((module) => ({ default: module.RepeaterField }))),
  file: lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileField }))),
}
