import type { Column, Entry } from '@atrium/sdk/documents'
import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import type { ShownProps } from '../values/value-kinds.tsx'
import { TextValue } from '../values/value-kinds.tsx'
import { ElementSlot } from './element-slot.tsx'
import styles from './value-element.module.css'

interface ValueElementProps extends ShownProps<Extract<Column | Entry, { kind: 'element' }>> {
  kind: 'column' | 'entry'
  /** The owner of the value. */
  record?: Readonly<Record<string, unknown>> | undefined
}

/** A value that an element of a plugin shows. While it loads, and if it fails, the value is shown as text. */
export function ValueElement({ shown, value, kind, record = NONE }: ValueElementProps) {
  const { element, name, label } = shown
  return (
    <ElementSlot
      element={element}
      given={{ kind, name, label, value, record }}
      waiting={<TextValue value={value} />}
      failed={(error, onRetry) => (
        <span className={styles.failed} title={error.message}>
          <TextValue value={value} />
          <IconAlertTriangle className={styles.icon} size={14} stroke={1.75} role="img" aria-label={error.message} />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('Try to show {label} again', { label })}
            onClick={(event) => {
              event.preventDefault()
              event.stopPropagation()
              onRetry()
            }}
          >
            <IconRefresh size={14} aria-hidden />
          </ActionIcon>
        </span>
      )}
    />
  )
}

const NONE = {}
