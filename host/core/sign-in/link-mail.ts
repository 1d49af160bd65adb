import { inOneLine, type LinkPurpose } from '../auth/index.ts'

/** An e-mail with a link, and its recipient. */
export interface LinkMail {
  readonly name: string
  readonly url: string
  readonly purpose: LinkPurpose
  /** The locale that the recipient has chosen. Default: English */
  readonly locale?: string | null | undefined
}

/** The words of the e-mails with links in one language. */
interface Words {
  readonly subjects: Readonly<Record<LinkPurpose, string>>
  readonly asked: Readonly<Record<LinkPurpose, string>>
  readonly greeting: (name: string) => string
  readonly end: string
}

const ENGLISH: Words = {
  subjects: {
    sign_in: 'Your link to sign in to Atrium',
    invitation: 'You are invited to Atrium',
    password_reset: 'Choose a new password for Atrium',
  },
  asked: {
    sign_in: 'With this link you sign in once, within 24 hours:',
    invitation: 'You have been given access to Atrium. Open this link within 72 hours to choose your password:',
    password_reset:
      'Somebody asked for a new password for you. If it was you, open this link within 24 hours to choose one. If not, ignore this message:',
  },
  greeting: (name) => `Hello ${name},`,
  end: 'The link works once. Do not pass it on.',
}

const GERMAN: Words = {
  subjects: {
    sign_in: 'Ihr Link zur Anmeldung bei Atrium',
    invitation: 'Sie sind zu Atrium eingeladen',
    password_reset: 'Wählen Sie ein neues Passwort für Atrium',
  },
  asked: {
    sign_in: 'Mit diesem Link melden Sie sich innerhalb von 24 Stunden einmal an:',
    invitation:
      'Sie haben Zugang zu Atrium erhalten. Öffnen Sie diesen Link innerhalb von 72 Stunden, um Ihr Passwort zu wählen:',
    password_reset:
      'Für Sie wurde ein neues Passwort angefordert. Wenn Sie das waren, öffnen Sie diesen Link innerhalb von 24 Stunden, um eines zu wählen. Andernfalls ignorieren Sie diese Nachricht:',
  },
  greeting: (name) => `Guten Tag, ${name},`,
  end: 'Der Link gilt einmal. Geben Sie ihn nicht weiter.',
}

const ARABIC: Words = {
  subjects: {
    sign_in: 'رابط تسجيل دخولك إلى Atrium',
    invitation: 'أنت مدعو إلى Atrium',
    password_reset: 'اختر كلمة مرور جديدة لـ Atrium',
  },
  asked: {
    sign_in: 'بهذا الرابط تسجّل الدخول مرة واحدة خلال 24 ساعة:',
    invitation: 'مُنحت حق الوصول إلى Atrium. افتح هذا الرابط خلال 72 ساعة لاختيار كلمة المرور:',
    password_reset:
      'طُلبت لك كلمة مرور جديدة. إن كنت أنت من طلبها فافتح هذا الرابط خلال 24 ساعة لاختيارها، وإلا فتجاهل هذه الرسالة:',
  },
  greeting: (name) => `مرحبًا ${name}،`,
  end: 'يعمل الرابط مرة واحدة. لا تشاركه مع أحد.',
}

const WORDS: Readonly<Record<string, Words>> = { de: GERMAN, ar: ARABIC }

/** Writes the e-mail with a link, in the language of its recipient. */
export function linkMail({ name, url, purpose, locale }: LinkMail): {
  readonly subject: string
  readonly text: string
} {
  const { subjects, asked, greeting, end } = WORDS[locale?.split('-', 1)[0] ?? ''] ?? ENGLISH
  return {
    subject: subjects[purpose],
    text: [greeting(inOneLine(name)), asked[purpose], url, end, ''].join('\n\n').trimEnd().concat('\n'),
  }
}
