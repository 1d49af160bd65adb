import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { encode } from 'uqr'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { t } from '../language/t.ts'
import styles from './second-step.module.css'

interface TotpSetupProps<Answer> {
  /** `/api/v1/auth/totp`, or the same below `/api/v1/auth/sign-in`. */
  path: string
  onDone: (answer: Answer) => void
}

/** Shows the key of a new authenticator app, to scan or to type, and asks for its first code. */
export function TotpSetup<Answer>({ path, onDone }: TotpSetupProps<Answer>) {
  const key = useQuery({
    queryKey: ['new totp', path],
    queryFn: async () => (await request<{ secret: string; uri: string }>('POST', path)).data,
    // Another key would take the place of the one that the person is just typing.
    staleTime: 'static',
    gcTime: 0,
    retry: false,
  })
  const confirm = useMutation({
    mutationFn: async (body: object) => (await request<Answer>('POST', `${path}/confirm`, { body })).data,
    onSuccess: onDone,
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    confirm.mutate(Object.fromEntries(new FormData(event.currentTarget)))
  }
  if (key.error) return <p role="alert">{key.error.message}</p>
  if (!key.data) return <p className={styles.text}>{t('One moment…')}</p>
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.text}>{t('Scan this with your authenticator app, or type the key into it.')}</p>
      <div className={styles.qr}>
        <QrCode text={key.data.uri} label={t('QR code with the key for your authenticator app')} />
      </div>
      <p className={styles.key}>
        <span className={styles.keyLabel}>{t('Key')}</span>
        <code>{key.data.secret.replace(/.{4}(?!$)/g, '$& ')}</code>
      </p>
      <CodeInput label={t('Code that the app shows')} error={confirm.error} />
      <Button type="submit" loading={confirm.isPending} fullWidth>
        {t('Confirm')}
      </Button>
    </form>
  )
}

/** A QR code. It is black on white in every theme, because cameras expect that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      width={184}
      height={184}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Asks for the six digits of an authenticator app. */
export function CodeInput({ label, error }: { label: string; error: Error | null }) {
  return (
    <TextInput
      name="code"
      label={label}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={12}
      required
      withAsterisk={false}
      data-autofocus
      autoFocus
      error={error && messageOf(error)}
    />
  )
}

function messageOf(error: Error): string {
  return (error instanceof ApiProblem ? error.problem.errors?.code : undefined) ?? error.message
}
