import { useEffect } from 'react'
import { takeHostTexts } from '../language/host-texts.ts'
import { useLanguage } from '../language/speak.ts'
import { msg, t } from '../language/t.ts'

/** What the host may answer to somebody who is not signed in, and so cannot read its translations. */
const EARLY_ANSWERS = [
  msg('No sign-in is under way, or it took longer than 10 minutes. Start again with your password or a passkey.'),
  msg('The answer of the browser does not fit the passkey that was asked for. Start again.'),
  msg('This account is disabled. Ask an operator to enable it.'),
  msg('This is not right, was used before, or took too long. Try again, or start the sign-in again.'),
  msg('This passkey is unknown here, or its answer is too old. Try again, or sign in with your password.'),
  msg(
    'This password is easy to guess: it is made of common passwords, your name or e-mail, or too few different characters. Use several unrelated words.',
  ),
  msg(
    'Your roles require that you sign in with [oidc], the account of your organization. Use its button on the sign-in page.',
  ),
]

/** Translates the host's answers on a page for signing in. The host's own translations replace these after the sign-in. */
export function useEarlyAnswers(): void {
  const { language } = useLanguage()
  useEffect(() => {
    const texts = Object.fromEntries(EARLY_ANSWERS.map((answer) => [answer as unknown as string, t(answer)]))
    if (language !== 'en') takeHostTexts(language, [{ texts }])
  }, [language])
}
