import type { LayoutNode } from '@atrium/sdk/documents'
import { CatchBoundary } from '@tanstack/react-router'
import { Suspense, lazy, memo, useCallback } from 'react'
import { CrashNotice } from '../feedback/problem-notice.tsx'
import { fieldSchema } from '../form/field-set.ts'
import { useForm } from '../form/form-scope.ts'
import { t } from '../language/t.ts'
import { gridColumns, rendererFor, UnknownKind } from '../screen/renderers.tsx'
import { usePermitted } from '../session/permissions.ts'
import { SelectField, ToggleField } from './choice-fields.tsx'
import type { FieldProps, FieldRenderers } from './field-props.ts'
import styles from './layout-nodes.module.css'
import { MoneyField, NumberField } from './number-fields.tsx'
import { RelationField } from './relation-field.tsx'
import { TextField, TextareaField } from './text-fields.tsx'

/** One renderer for each kind of field. Heavy and rare kinds are loaded when a form has one. */
const fields: FieldRenderers = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  money: MoneyField,
  select: SelectField,
  tags: lazy(() => import('./tags-field.tsx').then((module) => ({ default: module.TagsField }))),
  toggle: ToggleField,
  date: lazy(() => import('./date-fields.tsx').then((module) => ({ default: module.DateField }))),
  datetime: lazy(() => import('./date-fields.tsx').then((module) => ({ default: module.DatetimeField }))),
  time: lazy(() => import('./time-field.tsx').then((module) => ({ default: module.TimeField }))),
  recurrence: lazy(() => import('./recurrence-field.tsx').then((module) => ({ default: module.RecurrenceField }))),
  relation: RelationField,
  choices: lazy(() => import('./choices-field.tsx').then((module) => ({ default: module.ChoicesField }))),
  condition: lazy(() => import('./condition-field.tsx').then((module) => ({ default: module.ConditionField }))),
  comparison: lazy(() => import('./comparison-field.tsx').then((module) => ({ default: module.ComparisonField }))),
  element: lazy(() => import('./element-field.tsx').then((module) => ({ default: module.ElementField }))),
  slot: lazy(() => import('./slot-field.tsx').then((module) => ({ default: module.SlotField }))),
  repeater: lazy(() => import('./repeater-field.tsx').then((module) => ({ default: module.RepeaterField }))),
  color: lazy(() => import('./color-field.tsx').then((module) => ({ default: module.ColorField }))),
  key_value: lazy(() => import('./key-value-field.tsx').then((module) => ({ default: module.KeyValueField }))),
  json: lazy(() => import('./written-fields.tsx').then((module) => ({ default: module.JsonField }))),
  file: lazy(() => import('./file-field.tsx').then((module) => ({ default: module.FileField }))),
}

const FieldTabs = lazy(() => import('./field-tabs.tsx').then((module) => ({ default: module.FieldTabs })))

/** Lays out fields in sections, grids and tabs. */
export const LayoutNodes = memo(function LayoutNodes({ nodes }: { nodes: readonly LayoutNode[] }) {
  return (
    <div className={styles.nodes}>
      {nodes.map((node, index) => (
        <Node key={node.kind === 'field' ? node.name : index} node={node} />
      ))}
    </div>
  )
})

function Node({ node }: { node: LayoutNode }) {
  switch (node.kind) {
    case 'field':
      return <FieldSlot name={node.name} />
    case 'grid':
      return (
        <div className={styles.grid} style={gridColumns(node.columns)}>
          <LayoutNodes nodes={node.children} />
        </div>
      )
    case 'tabs':
      return (
        <Suspense fallback={<div data-loading style={{ height: 56 }} />}>
          <FieldTabs node={node} Layout={LayoutNodes} />
        </Suspense>
      )
    case 'section':
      return (
        <fieldset className={styles.section}>
          <legend className={styles.title}>{node.title}</legend>
          {node.description !== undefined && <p className={styles.description}>{node.description}</p>}
          <LayoutNodes nodes={node.children} />
        </fieldset>
      )
    default:
      return <UnknownKind what={t('part of the form')} kind={(node as { kind: string }).kind} />
  }
}

/** One field of the surrounding form, unless a condition hides it or the person may not see it. */
function FieldSlot({ name }: { name: string }) {
  const { definition, values, states, errors, prefix, setValue } = useForm()
  const permitted = usePermitted()
  const declared = definition.fields[name]
  const [field] = permitted(declared ? [declared] : [])
  const state = states[name]
  const onChange = useCallback((value: unknown) => setValue(name, value), [setValue, name])
  if (!field || !state?.isVisible) return null

  return (
    <FieldInput
      field={field}
      name={`${prefix}${name}`}
      schema={fieldSchema(definition, name)}
      value={values[name]}
      error={errors[name]}
      isRequired={state.isRequired}
      isDisabled={state.isDisabled}
      onChange={onChange}
    />
  )
}

/** The input of a field. It is rendered again only for what concerns this field, because each key changes the form. */
const FieldInput = memo(function FieldInput(props: Omit<FieldProps, 'Layout'>) {
  const { kind } = props.field
  const Renderer = rendererFor<FieldProps>(fields, kind)
  if (!Renderer) return <UnknownKind what={t('field')} kind={kind} />
  return (
    <CatchBoundary getResetKey={() => kind} errorComponent={CrashNotice}>
      <Suspense fallback={<div data-loading style={{ height: 56 }} />}>
        <Renderer {...props} Layout={LayoutNodes} />
      </Suspense>
    </CatchBoundary>
  )
})
