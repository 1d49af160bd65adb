import type { Color, Option } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'
import { NamedIcon } from '../theme/icons.tsx'
import { asText, iconName } from './as-text.ts'
import { Blank, isBlank } from './blank.tsx'
import styles from './drawn-values.module.css'
import { numberFormat } from './person-formats.ts'

interface IconValueProps {
  value: unknown
  icons: Readonly<Record<string, string>>
  options?: readonly Option[] | undefined
  colors: Readonly<Record<string, Color>>
}

/** An icon that stands for a value, with its name on hover. A value without an icon is shown by its name. */
export function IconValue({ value, icons, options, colors }: IconValueProps) {
  if (isBlank(value)) return <Blank />
  const icon = icons[asText(value)]
  const name = iconName(options, value)
  if (icon === undefined) return <>{name}</>
  return (
    <span
      className={styles.icon}
      data-color={colors[asText(value)] ?? 'gray'}
      role="img"
      aria-label={name}
      title={name}
    >
      <NamedIcon name={icon} />
    </span>
  )
}

/** A bar that is filled up to a value, with the number. */
export function ProgressValue({ value, max }: { value: unknown; max: number }) {
  if (typeof value !== 'number') return <Blank />
  const share = Math.min(1, Math.max(0, value / max))
  const text =
    max === 100
      ? numberFormat({ style: 'percent' }).format(value / 100)
      : t('{value} of {max}', { value: formatted(value), max: formatted(max) })
  return (
    <span className={styles.progress}>
      <span className={styles.bar} aria-hidden>
        <span className={styles.filled} style={{ width: `${share * 100}%` }} />
      </span>
      {text}
    </span>
  )
}

const formatted = (value: number) => numberFormat({ maximumFractionDigits: 2 }).format(value)

/** A sample of a colour with its code. */
export function ColorValue({ value }: { value: unknown }) {
  if (isBlank(value)) return <Blank />
  const code = asText(value)
  return (
    <span className={styles.color}>
      {IS_COLOR.test(code) && <span className={styles.sample} style={{ background: code }} aria-hidden />}
      {code}
    </span>
  )
}

const IS_COLOR = /^#[0-9a-f]{3,8}$/i

/** Any value as JSON, on one line or indented. */
export function JsonValue({ value, indent }: { value: unknown; indent?: number }) {
  if (isBlank(value)) return <Blank />
  return <code className={styles.json}>{JSON.stringify(value, null, indent)}</code>
}
