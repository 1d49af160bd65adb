import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { andList, msg, t, type Message } from '../language/t.ts'
import { SinceValue } from '../values/value-kinds.tsx'
import type { OwnSession } from './account-queries.ts'
import { ownSessionsOptions, refreshAccount } from './account-queries.ts'
import styles from './account-screen.module.css'
import { Section } from './account-section.tsx'

const PATH = '/api/v1/auth/sessions'

const METHODS: Readonly<Record<string, Message>> = {
  password: msg('password'),
  link: msg('sign-in link'),
  oidc: msg('account elsewhere'),
  provider_factor: msg('its second step'),
  rescue: msg('let in by an operator'),
  passkey: msg('passkey'),
  totp: msg('authenticator app'),
  recovery_code: msg('recovery code'),
}

/** The person's sessions, with buttons to end them. */
export function SessionsSection() {
  const queryClient = useQueryClient()
  const { data: sessions = [] } = useQuery(ownSessionsOptions())
  const others = useMutation({
    mutationFn: () => request('DELETE', PATH),
    onSuccess: () => {
      toast.done(t('Signed out everywhere else'))
      return refreshAccount(queryClient)
    },
  })
  return (
    <Section
      title={t('Where you are signed in')}
      hint={t('If you do not recognize a place, sign out there and change your password.')}
    >
      <ul className={styles.list} aria-label={t('Sessions')}>
        {sessions.map((session, index) => (
          <SessionRow key={session.id} session={session} at={index + 1} count={sessions.length} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button variant="default" onClick={() => others.mutate()} loading={others.isPending}>
          {t('Sign out everywhere else')}
        </Button>
      )}
    </Section>
  )
}

interface SessionRowProps {
  session: OwnSession
  /** Its place in the list, which tells sessions of the same device and address apart. */
  at: number
  count: number
}

function SessionRow({ session, at, count }: SessionRowProps) {
  const { id, device, address, last_seen_at, methods, current } = session
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => request('DELETE', `${PATH}/${id}`),
    onSettled: () => refreshAccount(queryClient),
  })
  const how = andList(methods.map((method) => (METHODS[method] ? t(METHODS[method]) : method)))
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name}>{device}</p>
        <p className={styles.facts}>
          {address},{' '}
          {current ? <span className={styles.here}>{t('this device, now')}</span> : <SinceValue value={last_seen_at} />}
          {how === '' ? '' : t(', by {how}', { how })}
        </p>
      </div>
      {!current && (
        <Button
          variant="subtle"
          size="compact-sm"
          color="red"
          onClick={() => end.mutate()}
          loading={end.isPending}
          aria-label={t('Sign out {device}, {address} ({at} of {count})', { device, address, at, count })}
        >
          {t('Sign out')}
        </Button>
      )}
    </li>
  )
}
