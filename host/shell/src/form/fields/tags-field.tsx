import { Pill, TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { selectProps } from '../../theme/select-props.ts'
import { takesEmptyList } from '../field-schema.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './input-props.ts'
import { useTags } from './use-tags.ts'

/** Several short texts: Enter or a comma ends one, Backspace takes the last one back. What is still being typed counts too. */
export function TagsField(props: FieldProps<'tags'>) {
  const most = typeof props.schema.maxItems === 'number' ? props.schema.maxItems : undefined
  const mayBeEmpty = takesEmptyList(props.schema)
  const { tags, setTags, type } = useTags(props.value, {
    most,
    onChange: (texts) => props.onChange(texts.length > 0 || mayBeEmpty ? texts : undefined),
  })
  return (
    <TagsInput
      {...inputProps(props)}
      {...selectProps}
      placeholder={tags.length === 0 ? (props.field.placeholder ?? 'Add…') : undefined}
      required={props.isRequired && !mayBeEmpty}
      data={props.field.suggestions ?? []}
      value={tags}
      onChange={setTags}
      onSearchChange={type}
      maxTags={most}
      renderPill={({ value, onRemove, disabled }) => (
        <Pill
          disabled={disabled ?? false}
          withRemoveButton={!disabled}
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': `Remove ${String(value)}` }}
        >
          {value}
        </Pill>
      )}
    />
  )
}
