import { CatchBoundary } from '@tanstack/react-router'
import { Suspense } from 'react'
import { rendererFor } from '../screen/renderer-for.ts'
import { UnknownKind } from '../screen/unknown-kind.tsx'
import { CrashNotice } from '../feedback/crash-notice.tsx'
import { usePermitted } from '../session/use-permitted.ts'
import { fieldSchema } from '../form/field-schema.ts'
import type { FieldProps } from './field-props.ts'
import { fields } from './index.ts'
import { useForm } from '../form/form-scope.ts'

/** One field of the form around it, unless a condition hides it or the person may not see it. */
export function FieldSlot({ name, Layout }: { name: string; Layout: FieldProps['Layout'] }) {
  const { definition, values, states, errors, prefix, setValue } = useForm()
  const permitted = usePermitted()
  const declared = definition.fields[name]
  const [field] = permitted(declared ? [declared] : [])
  const state = states[name]
  if (!field || !state?.isVisible) return null

  const Renderer = rendererFor<FieldProps>(fields, field.kind)
  if (!Renderer) return <UnknownKind what="field" kind={field.kind} />
  return (
    <CatchBoundary getResetKey={() => field.kind} errorComponent={CrashNotice}>
      <Suspense fallback={<div data-loading style={{ height: 56 }} />}>
        <Renderer
          field={field}
          name={`${prefix}${name}`}
          schema={fieldSchema(definition, name)}
          value={values[name]}
          error={errors[name]}
          isRequired={state.isRequired}
          isDisabled={state.isDisabled}
          Layout={Layout}
          onChange={(value) => setValue(name, value)}
        />
      </Suspense>
    </CatchBoundary>
  )
}
