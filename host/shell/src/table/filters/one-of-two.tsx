import { Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import styles from './filters.module.css'

interface OneOfTwoProps {
  label: string
  value: string | undefined
  /** What `true` and `false` are called. */
  words: readonly [whenTrue: string, whenFalse: string]
  onChange: (value: string) => void
}

/** A choice between `true` and `false` in words. */
export function OneOfTwo({ label, value, words, onChange }: OneOfTwoProps) {
  return (
    <Radio.Group label={label} value={value ?? null} onChange={onChange}>
      <div className={styles.choices}>
        <Radio size="xs" value="true" label={words[0]} />
        <Radio size="xs" value="false" label={words[1]} />
      </div>
    </Radio.Group>
  )
}
