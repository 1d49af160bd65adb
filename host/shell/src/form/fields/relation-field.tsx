import { dependentPath } from '../dependent-path.ts'
import { useForm } from '../form-scope.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'
import { RelationSelect } from './relation-select.tsx'

/** Another record, found by typing a part of its name; its choices may wait for another field. */
export function RelationField(props: FieldProps<'relation'>) {
  const { relation, choices_path, placeholder = 'Search…' } = props.field
  const choices = dependentPath(choices_path ?? relation.list_path, useForm())
  return (
    <RelationSelect
      {...inputProps(props)}
      placeholder={choices.waitsFor === undefined ? placeholder : `Choose ${choices.waitsFor} first`}
      disabled={props.isDisabled || choices.path === null}
      relation={relation}
      choices={choices}
      value={props.value}
      onChange={props.onChange}
      clearable={!props.isRequired}
    />
  )
}
