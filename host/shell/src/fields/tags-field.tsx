import { Pill, TagsInput } from '@mantine/core'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useEffect, useRef, useState } from 'react'
import { selectProps } from '../theme/select-props.ts'
import { asText } from '../values/as-text.ts'
import { takesEmptyList } from '../form/field-set.ts'
import { t } from '../language/t.ts'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/**
 * Several short texts. Enter or a comma finishes one, Backspace removes the last one. An unfinished one counts too. Another Enter does not send
 * the form, because it may have been meant for a text.
 */
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
      placeholder={tags.length === 0 ? (props.field.placeholder ?? t('Add…')) : undefined}
      required={props.isRequired && !mayBeEmpty}
      data={props.field.suggestions ?? []}
      value={tags}
      onChange={setTags}
      onSearchChange={type}
      onKeyDown={(event) => {
        const sends = event.ctrlKey || event.metaKey
        if (event.key === 'Enter' && !sends && event.currentTarget.value.trim() === '') event.preventDefault()
      }}
      maxTags={most}
      renderPill={({ value, onRemove, disabled }) => (
        <Pill
          disabled={disabled ?? false}
          withRemoveButton={!disabled}
          onRemove={onRemove}
          removeButtonProps={{ 'aria-label': t('Remove {name}', { name: String(value) }) }}
        >
          {value}
        </Pill>
      )}
    />
  )
}

interface TagsOptions {
  /** The largest number of tags; undefined for no limit. */
  most: number | undefined
  onChange: (tags: string[]) => void
}

/** The tags of a field. An unfinished one is the last of its value, so that a form can be saved without finishing it. */
function useTags(value: unknown, { most = Infinity, onChange }: TagsOptions) {
  const all = Array.isArray(value) ? value.map(asText) : []
  const [typed, setTyped] = useState('')
  const finished = useRef<string[] | null>(null)
  const tags = typed !== '' && all.at(-1) === typed ? all.slice(0, -1) : all
  useEffect(() => {
    finished.current = null
  })

  return {
    /** The finished tags. */
    tags,
    setTags: (texts: string[]) => {
      finished.current = texts
      onChange(texts)
    },
    /** Mantine empties the input in the same event in which its text becomes a tag, before or after `setTags`. */
    type: (text: string) => {
      const present = finished.current ?? tags
      const next = isNew(text.trim(), present) && present.length < most ? text.trim() : ''
      if (next === '' && typed === '') return
      setTyped(next)
      onChange(next === '' ? present : [...present, next])
    },
  }
}

const isNew = (text: string, tags: readonly string[]) => !tags.some((tag) => tag.toLowerCase() === text.toLowerCase())
