import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useLayoutEffect } from 'react'
import type { PreviewTarget } from '../api/preview.ts'
import { rich } from '../language/rich.tsx'
import { t } from '../language/t.ts'
import styles from './preview-banner.module.css'
import { usePreviewChanges } from './use-preview-changes.ts'

/** Shown above every screen during a preview. */
export function PreviewBanner({ shown: { title } }: { shown: PreviewTarget }) {
  const { end } = usePreviewChanges()
  // Elements that stick to the top of the window leave room for the banner.
  useLayoutEffect(() => {
    document.documentElement.dataset.preview = ''
    return () => void delete document.documentElement.dataset.preview
  }, [])

  return (
    <section className={styles.banner} aria-label={t('Preview')}>
      <IconEye size={18} className={styles.icon} aria-hidden />
      <p className={styles.text} role="status">
        {rich('You are viewing Atrium as {name}', { name: <strong>{title}</strong> })}
        <span className={styles.note}>. {t('Changes are blocked.')}</span>
      </p>
      <Button variant="default" size="compact-sm" className={styles.end} onClick={end}>
        {t('End preview')}
      </Button>
    </section>
  )
}
