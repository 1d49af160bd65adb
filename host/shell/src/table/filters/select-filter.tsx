import { Checkbox, Radio } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import type { FilterProps } from './filter-props.ts'
import styles from './filters.module.css'

/** Asks for records whose field has one of the chosen values. */
export function SelectFilter({ filter, filters, onChange }: FilterProps<'select'>) {
  const chosen = filters[filter.name] ?? []
  const choices = filter.options.map(({ value, label }) => ({ value: String(value), label }))
  if (!filter.multiple) {
    return (
      <Radio.Group
        label={filter.label}
        value={chosen[0] ?? null}
        onChange={(value) => onChange({ [filter.name]: [value] })}
      >
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Radio key={choice.value} size="xs" {...choice} />
          ))}
        </div>
      </Radio.Group>
    )
  }
  return (
    <Checkbox.Group label={filter.label} value={[...chosen]} onChange={(values) => onChange({ [filter.name]: values })}>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} size="xs" {...choice} />
        ))}
      </div>
    </Checkbox.Group>
  )
}
