import { useState } from 'react'
import { addressOf } from '../api/base-path.ts'
import { t } from '../language/t.ts'
import { PathLink } from '../screen/path-link.tsx'
import { addressOfText, isOwnPath } from './address-of-text.ts'
import { asText } from './as-text.ts'
import styles from './link-values.module.css'
import { Blank, isBlank } from './blank.tsx'

/** A web address, an e-mail address, a phone number or a path that opens. Any other text is only shown. */
export function LinkValue({ value }: { value: unknown }) {
  if (isBlank(value)) return <Blank />
  const text = asText(value)
  const address = addressOfText(text)
  if (address === undefined) return <bdi>{text}</bdi>
  const shown = text.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  if (isOwnPath(address))
    return (
      <PathLink href={address} className={styles.link}>
        <bdi>{shown}</bdi>
      </PathLink>
    )
  const isWeb = address.startsWith('http')
  return (
    <a href={address} className={styles.link} {...(isWeb && { target: '_blank', rel: 'noopener noreferrer' })}>
      <bdi>{shown}</bdi>
    </a>
  )
}

/** A picture of the platform. What another server holds is not loaded by itself, but can be opened. */
export function ImageValue({ value, label }: { value: unknown; label: string }) {
  const [isMissing, setMissing] = useState(false)
  if (isBlank(value)) return <Blank />
  const path = asText(value)
  if (!isOwnPath(path)) return <LinkValue value={value} />
  if (isMissing) return <span className={styles.missing}>{t('This picture could not be loaded')}</span>
  return (
    <img src={addressOf(path)} alt={label} className={styles.image} loading="lazy" onError={() => setMissing(true)} />
  )
}
