import styles from './form-banner.module.css'

/** What is wrong with a form as a whole. */
export function FormBanner({ messages }: { messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div className={styles.banner} role="alert">
      {messages.map((message) => (
        <p key={message} className={styles.message}>
          {message}
        </p>
      ))}
    </div>
  )
}
