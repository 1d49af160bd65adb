import { FileInput } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { DragEvent } from 'react'
import { t } from '../language/t.ts'
import { FileValue } from '../values/value-kinds.tsx'
import { formatBytes } from '../values/as-text.ts'
import styles from './file-field.module.css'
import type { FieldProps } from './field-props.ts'
import { inputProps } from './field-props.ts'

/** One file, chosen or dropped. It is sent with the form. */
export function FileField(props: FieldProps<'file'>) {
  const { field, isDisabled, isRequired, onChange } = props
  const [isOver, setOver] = useState(false)
  const file = props.value instanceof File ? props.value : null
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files.item(0)
    if (dropped !== null && !isDisabled) onChange(dropped)
  }
  return (
    <FileInput
      {...inputProps(props)}
      description={field.description ?? hintOf(field)}
      placeholder={field.placeholder ?? t('Choose a file, or drop it here')}
      leftSection={<IconUpload size={16} aria-hidden />}
      accept={field.media_types?.join(',')}
      value={file}
      valueComponent={({ value }) => <FileValue value={value} />}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable={!isRequired}
      clearButtonProps={{ 'aria-label': t('Remove {name}', { name: file?.name ?? t('the file') }) }}
      classNames={{ input: isOver ? styles.over : styles.input }}
      wrapperProps={{
        onDragOver: (event: DragEvent) => {
          event.preventDefault()
          setOver(true)
        },
        onDragLeave: () => setOver(false),
        onDrop: drop,
      }}
    />
  )
}

/** Names the accepted types and the size limit. */
function hintOf({ media_types = [], size_limit }: FieldProps<'file'>['field']): string | undefined {
  const limit = size_limit === undefined ? [] : [t('at most {size}', { size: formatBytes(size_limit) })]
  const said = [...(media_types.length > 0 ? [media_types.join(', ')] : []), ...limit].join('; ')
  return said === '' ? undefined : `${said.charAt(0).toUpperCase()}${said.slice(1)}`
}
