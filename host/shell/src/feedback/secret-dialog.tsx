import { Button, Modal, TextInput } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import dialog from '../theme/dialog.module.css'
import '../theme/modal.css'
import type { ShownSecret } from './secret.ts'
import { forgetSecrets, useShownSecrets } from './secret.ts'
import styles from './secret-dialog.module.css'

/** Shows secrets once, to be copied. A click outside does not close it, because they cannot be shown again. */
export function SecretDialog() {
  const secrets = useShownSecrets()
  return (
    <Modal
      opened={secrets.length > 0}
      onClose={forgetSecrets}
      title={t('Copy this now')}
      size={560}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <p className={dialog.text}>
        {t(
          'It is shown only this once. Keep it like a password: whoever has it can use it. If it is lost, make a new one.',
        )}
      </p>
      {secrets.map((secret) => (
        <Secret key={secret.name} secret={secret} />
      ))}
      <div className={dialog.buttons}>
        <Button onClick={forgetSecrets}>{t('I have copied it')}</Button>
      </div>
    </Modal>
  )
}

function Secret({ secret: { label, description, value } }: { secret: ShownSecret }) {
  const { copy, copied } = useClipboard({ timeout: 2_000 })
  if (value === undefined)
    return (
      <p role="alert" className={dialog.subject}>
        {t('{label} was shown before and is not kept. Make a new one.', { label })}
      </p>
    )
  return (
    <div className={styles.secret}>
      <TextInput
        className={styles.value}
        label={label}
        description={description}
        value={value}
        readOnly
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => copy(value)}
      >
        {copied ? t('Copied') : t('Copy')}
      </Button>
      <span role="status" className={styles.told}>
        {copied ? t('Copied') : ''}
      </span>
    </div>
  )
}
