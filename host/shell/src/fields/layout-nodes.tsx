import type { FormDefinition, LayoutNode } from '@atrium/sdk/documents'
import { CatchBoundary } from '@tanstack/react-router'
import { type ComponentType, Suspense, lazy, memo, useCallback } from 'react'
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

/** A kind of field whose code is loaded when a form has one, or earlier by `loadFields`. */
const later = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) => Object.assign(lazy(load), { load })

/** One renderer for each kind of field. Heavy and rare kinds are loaded when a form has one. */
const fields: FieldRenderers = {
  text: TextField,
  textarea: TextareaField,
  number: NumberField,
  money: MoneyField,
  select: SelectField,
  tags: later(() => import('./tags-field.tsx').then((module) => ({ default: module.TagsField }))),
  toggle: ToggleField,
  date: later(() => import('./date-fields.tsx').then((module) => ({ default: module.DateField }))),
  datetime: later(() => import('./date-fields.tsx').then((module) => ({ default: module.DatetimeField }))),
  time: later(() => import('./time-field.tsx').then((module) => ({ default: module.TimeField }))),
  recurrence: later(() => import('./recurrence-field.tsx').then((module) => ({ default: module.RecurrenceField }))),
  relation: RelationField,
  choices: later(() => import('./choices-field.tsx').then((module) => ({ default: module.ChoicesField }))),
  condition: later(() => import('./condition-field.tsx').then((module) => ({ default: module.ConditionField }))),
  comparison: later(() => import('./comparison-field.tsx').then((module) => ({ default: module.ComparisonField }))),
  element: later(() => import('./element-field.tsx').then((module) => ({ default: module.ElementField }))),
  slot: later(() => import('./slot-field.tsx').then((module) => ({ default: module.SlotField }))),
  repeater: later(() => import('./repeater-field.tsx').then((module) => ({ default: module.RepeaterField }))),
  color: later(() => import('./color-field.tsx').then((module) => ({ default: module.ColorField }))),
  key_value: later(() => import('./key-value-field.tsx').then((module) => ({ default: module.KeyValueField }))),
  json: later(() => import('./written-fields.tsx').then((module) => ({ default: module.JsonField }))),
  file: later(() => import('./file-field.tsx').then((module) => ({ default: module.FileField }))),
}

/** Loads the code of the fields of a form before it is shown. */
export function loadFields({ fields: declared }: FormDefinition): void {
  for (const { kind } of Object.values(declared)) {
    const renderer = rendererFor<FieldProps>(fields, kind)
    if (renderer && 'load' in renderer) void (renderer.load as () => Promise<unknown>)()
  }
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
