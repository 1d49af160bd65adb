import { Blank } from './blank.tsx'
import { asText } from './as-text.ts'
import styles from './tags-value.module.css'

/** Several short texts, one label each. */
export function TagsValue({ value }: { value: unknown }) {
  const texts = Array.isArray(value) ? value.map(asText) : []
  if (texts.length === 0) return <Blank />
  return (
    <ul className={styles.tags}>
      {texts.map((text, index) => (
        <li key={index} className={styles.tag}>
          {text}
        </li>
      ))}
    </ul>
  )
}
