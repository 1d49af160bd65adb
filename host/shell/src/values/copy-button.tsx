import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import { asText } from './as-text.ts'
import { isBlank } from './blank.tsx'

/** Copies a value as it is stored. Says for a moment that it did. */
export function CopyButton({ value, label }: { value: unknown; label: string }) {
  const { copied, copy } = useClipboard({ timeout: 2_000 })
  if (isBlank(value)) return null
  const Icon = copied ? IconCheck : IconCopy
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={24}
      ms={4}
      aria-label={copied ? t('{label} copied', { label }) : t('Copy {label}', { label })}
      onClick={() => copy(asText(value))}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  )
}
