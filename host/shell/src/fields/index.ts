import { lazy } from 'react'
import type { FieldRenderers } from './field-props.ts'
import { MoneyField, NumberField } from './number-fields.tsx'
import { RelationField } from './relation-field.tsx'
import { SelectField, ToggleField } from './choice-fields.tsx'
import { TextField, TextareaField } from './text-fields.tsx'

/** The renderers of fields. What is heavy or rare comes when a form has one. */
export const fields: FieldRenderers = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  money: MoneyField,
  select: SelectField,
  tags: lazy(() => import('./tags-field.tsx').then((module) => ({ default: module.TagsField }))),
  toggle: ToggleField,
  date: lazy(() => import('./date-fields.tsx').then((module) => ({ default: module.DateField }))),
  datetime: lazy(() => import('./date-fields.tsx').then((module) => ({ default: module.DatetimeField }))),
  relation: RelationField,
  slot: lazy(() => import('./slot-field.tsx').then((module) => ({ default: module.SlotField }))),
  repeater: lazy(() => import('./repeater-field.tsx').then((module) => ({ default: module.RepeaterField }))),
  file: lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileField }))),
}
