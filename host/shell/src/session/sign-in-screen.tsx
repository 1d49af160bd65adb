import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiProblem } from '../api/api-problem.ts'
import { request } from '../api/request.ts'
import { Mark } from '../theme/mark.tsx'
import { canUsePasskeys } from './passkey.ts'
import { useEarlyAnswers } from './early-answers.ts'
import { PasswordForm } from './password-form.tsx'
import { PasskeyButton, SecondStep } from './second-step.tsx'
import steps from './second-step.module.css'
import { isOutside, nextAddress } from './sign-in-address.ts'
import styles from './sign-in-screen.module.css'
import type { PendingStep, SignInAnswer, SignInState } from './sign-in-state.ts'
import { isPending, useSignInState } from './sign-in-state.ts'
import { addressOf } from '../api/base-path.ts'
import { msg, t, type Message } from '../language/t.ts'

/**
 * `/sign-in`: uses the token of a one-time link if the address has one, or else offers the ways to sign in. A sign-in that needs another
 * step continues here, even after the page was reopened.
 */
export function SignInScreen() {
  useEarlyAnswers()
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const state = useSignInState()
  const [answer, setAnswer] = useState<PendingStep | null>()
  const goOn = () => {
    queryClient.clear()
    const next = nextAddress(history.location.search)
    if (isOutside(next)) window.location.replace(addressOf(next))
    else history.replace(next)
  }
  const take = (given: SignInAnswer) => (isPending(given) ? setAnswer(given) : goOn())
  const link = useSignInLink(take)
  const pending = answer === undefined ? state?.pending : (answer ?? undefined)
  const problem = oidcProblem(history.location.search)
  // With a refused link, or a sign-in that has failed or is under way, the person wants another session.
  const isDone = state?.signed_in === true && link.status === 'none' && problem === null && pending === undefined
  useEffect(() => {
    if (isDone) goOn()
  }, [isDone])
  const isReady = link.status !== 'checking' && state !== undefined && !isDone

  return (
    <main className={styles.screen}>
      <title>{t('Sign in · Atrium')}</title>
      <div className={styles.card}>
        <Mark size={36} />
        <h1 className={styles.title}>{titleOf(link.status, pending)}</h1>
        {link.status === 'refused' && !pending && <Refusal text={link.reason} />}
        {problem !== null && !pending && <Refusal text={problem} />}
        {isReady && pending && (
          <SecondStep
            key={`${pending.step} ${pending.methods.join()}`}
            pending={pending}
            passkeysAt={state?.passkeys_at}
            onAnswer={take}
            onRestart={() => setAnswer(null)}
          />
        )}
        {isReady && !pending && (
          <>
            <PasswordForm onAnswer={take}>
              <a className={styles.other} href={addressOf('/sign-in/forgot')}>
                {t('Forgot your password?')}
              </a>
            </PasswordForm>
            <OtherWays state={state} onAnswer={take} />
          </>
        )}
      </div>
    </main>
  )
}

function titleOf(link: SignInLink['status'], pending: PendingStep | undefined): string {
  if (link === 'checking') return t('Signing you in…')
  if (pending?.step === 'verify') return t('One more step, {name}', { name: pending.name })
  return pending ? t('Set up a second step, {name}', { name: pending.name }) : t('Sign in to Atrium')
}

function Refusal({ text }: { text: string }) {
  return (
    <p className={styles.refused} role="alert">
      {text}
    </p>
  )
}

interface OtherWaysProps {
  state: SignInState | null
  onAnswer: (answer: SignInAnswer) => void
}

/** Passkeys, and the accounts of organizations. */
function OtherWays({ state, onAnswer }: OtherWaysProps) {
  const { history } = useRouter()
  const hasPasskeys = canUsePasskeys(state?.passkeys_at)
  const providers = state?.providers ?? []
  if (!hasPasskeys && providers.length === 0) return null
  const next = encodeURIComponent(nextAddress(history.location.search))
  return (
    <>
      <p className={steps.or}>{t('or')}</p>
      <div className={steps.ways}>
        {hasPasskeys && <PasskeyButton onAnswer={onAnswer} />}
        {providers.map(({ id, title, href }) => (
          <Button key={id} component="a" href={`${href}?return_to=${next}`} variant="default" fullWidth>
            {t('Sign in with {title}', { title })}
          </Button>
        ))}
      </div>
    </>
  )
}

/** The problem in the address, after a provider has sent the person back without an identity. */
function oidcProblem(search: string): string | null {
  const code = new URLSearchParams(search).get('problem')
  return code === null ? null : t(OIDC_PROBLEMS[code] ?? OIDC_FAILED)
}

const OIDC_FAILED = msg('The sign-in with this account did not work. Try again, or ask an operator.')
const OIDC_PROBLEMS: Readonly<Record<string, Message>> = {
  cancelled: msg('The sign-in was cancelled.'),
  expired: msg('The sign-in took too long or was used before. Try again.'),
  unknown_person: msg('Nobody here belongs to this account. Ask an operator to invite you.'),
  unreachable: msg('The other service cannot be reached now. Try again later, or sign in another way.'),
  refused: msg('Your roles require another way to sign in.'),
}

type SignInLink = { status: 'none' } | { status: 'checking' } | { status: 'refused'; reason: string }

const EXPIRED = msg(
  'This sign-in link has already been used or has expired. Ask for a new one (`atrium sign-in-link`), or sign in with your password.',
)

/**
 * Uses the token in the address' fragment (`#token=…`), once. A fragment never reaches a server, and a link preview that runs no
 * scripts cannot use up the link.
 */
function useSignInLink(onAnswer: (answer: SignInAnswer) => void): SignInLink {
  const [link, setLink] = useState<SignInLink>(() => (tokenInAddress() ? { status: 'checking' } : { status: 'none' }))
  const done = useRef(onAnswer)
  done.current = onAnswer

  useEffect(() => {
    const takeToken = () => {
      const token = tokenInAddress()
      if (!token) return
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
      setLink({ status: 'checking' })
      request<SignInAnswer>('POST', '/api/v1/auth/sessions', { body: { token } }).then(
        ({ data }) => {
          if (isPending(data)) setLink({ status: 'none' })
          done.current(data)
        },
        (error: unknown) => setLink({ status: 'refused', reason: reasonOf(error) }),
      )
    }
    takeToken()
    // A link that is opened where this page is open already changes only the fragment.
    window.addEventListener('hashchange', takeToken)
    return () => window.removeEventListener('hashchange', takeToken)
  }, [])

  return link
}

function tokenInAddress(): string | null {
  return new URLSearchParams(window.location.hash.slice(1)).get('token')
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiProblem)) return String(error)
  return error.status === 401 ? t(EXPIRED) : error.message
}
