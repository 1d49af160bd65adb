import styles from './slot-field.module.css'

interface SlotChoicesProps {
  name: string
  title: string
  choices: readonly { value: string; text: string }[]
  chosen: string | undefined
  /** Longer texts than a time. */
  isWide?: boolean
  onChange: (value: string) => void
}

/** A few choices side by side: the arrow keys go from one to the next. */
export function SlotChoices({ name, title, choices, chosen, isWide = false, onChange }: SlotChoicesProps) {
  return (
    <fieldset className={isWide ? `${styles.choices} ${styles.wide}` : styles.choices}>
      <legend className={styles.title}>{title}</legend>
      {choices.map(({ value, text }) => (
        <label key={value} className={styles.choice}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChange(value)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
