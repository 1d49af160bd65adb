import { Input } from '@mantine/core'
import { useCallback, useEffect, useId, useRef } from 'react'
import { ElementSlot } from '../elements/element-slot.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import type { FieldProps } from './field-props.ts'

/** An input of a plugin, with the label, description and error around it. If it fails, its value stays in the form. */
export function ElementField(props: FieldProps<'element'>) {
  const { field, name, schema, value, error, isRequired, isDisabled, onChange } = props
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const on_change = useLatest(onChange)
  const described = [
    ...(field.description === undefined ? [] : [`${id}-description`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ].join(' ')

  return (
    <div data-name={name}>
      <Input.Label
        component="div"
        id={`${id}-label`}
        required={isRequired}
        onClick={() => place.current?.querySelector<HTMLElement>(FOCUSABLE)?.focus()}
      >
        {field.label}
      </Input.Label>
      {field.description !== undefined && (
        <Input.Description id={`${id}-description`}>{field.description}</Input.Description>
      )}
      <div ref={place}>
        <ElementSlot
          element={field.element}
          given={{
            ...{ kind: 'field', name, label: field.label, value, schema, on_change },
            ...{ required: isRequired, disabled: isDisabled, labelled_by: `${id}-label` },
            ...(described !== '' && { described_by: described }),
            ...(error !== undefined && { error }),
          }}
          waiting={<div data-loading style={{ height: 32 }} />}
          failed={(failure, onRetry) => <ProblemNotice error={failure} onRetry={onRetry} />}
        />
      </div>
      <Input.Error id={`${id}-error`} {...(error !== undefined && { 'data-invalid': 'list', tabIndex: -1 })}>
        {error}
      </Input.Error>
    </div>
  )
}

const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/** A function that stays the same and calls the latest one. */
function useLatest(call: (value: unknown) => void): (value: unknown) => void {
  const latest = useRef(call)
  useEffect(() => {
    latest.current = call
  })
  return useCallback((value) => latest.current(value), [])
}
