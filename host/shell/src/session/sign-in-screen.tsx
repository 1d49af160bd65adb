import { useRouter } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { Mark } from '../theme/mark.tsx'
import { isOutside, nextAddress } from './sign-in-address.ts'
import { SignInForm } from './sign-in-form.tsx'
import styles from './sign-in-screen.module.css'
import { useSignInLink } from './use-sign-in-link.ts'

/** `/sign-in`: takes the token of a one-time link if there is one, else asks for e-mail and password. */
export function SignInScreen() {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  const goOn = () => {
    queryClient.clear()
    const next = nextAddress(history.location.search)
    if (isOutside(next)) window.location.replace(next)
    else history.replace(next)
  }
  const link = useSignInLink(goOn)

  return (
    <main className={styles.screen}>
      <title>Sign in · Atrium</title>
      <div className={styles.card}>
        <Mark size={36} />
        <h1 className={styles.title}>{link.status === 'checking' ? 'Signing you in…' : 'Sign in to Atrium'}</h1>
        {link.status === 'refused' && (
          <p className={styles.refused} role="alert">
            {link.reason}
          </p>
        )}
        {link.status !== 'checking' && <SignInForm onSignedIn={goOn} />}
      </div>
    </main>
  )
}
